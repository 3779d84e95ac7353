import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect } from 'react';
import { type AnyVariables, type CombinedError, createRequest, useQuery } from 'urql';
import { useDataTimestamp } from '../graphql/data-age.ts';
import { useLastGoodData } from '../graphql/last-good-data.ts';
import { isTemporaryFailure } from '../graphql/refetch-exchange.ts';
import { useNow } from '../lib/use-now.ts';
import { FailureNote } from './page-section.tsx';
import { Skeleton } from './skeleton.tsx';
import { TimeSince } from './time.tsx';

type QuerySectionProps<Data, Variables extends AnyVariables> = {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  /**
   * Height of the section while it loads, so that the layout does not shift when the data arrive.
   */
  readonly height: number | string;
  /** Content that is shown while the data load; a skeleton by default. */
  readonly loading?: ReactNode;
  /** Milliseconds between two requests, for data without a subscription. */
  readonly every?: number;
  /**
   * Age in milliseconds from which data are marked as old; some data are cached longer by the
   * gateway.
   */
  readonly staleAfter?: number;
  readonly children: (data: Data) => ReactNode;
};

/** Runs a query and shows a skeleton, an error with a retry button, or the data with their age. */
export function QuerySection<Data, Variables extends AnyVariables>({
  query,
  variables,
  height,
  loading = <Skeleton height={height} />,
  every,
  // Data that are requested only once are never marked as old.
  staleAfter = every === undefined ? Number.POSITIVE_INFINITY : every + usualAge,
  children,
}: QuerySectionProps<Data, Variables>) {
  const [state, execute] = useQuery({ query, variables });
  const { error, fetching } = state;
  const { key } = createRequest(query, variables);
  const data = useLastGoodData(key, state);
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden) execute({ requestPolicy: 'network-only' });
    }, every);
    return () => clearInterval(timer);
  }, [every, execute]);
  const retry = () => execute({ requestPolicy: 'network-only' });

  if (data == null || (error !== undefined && hasNoData(data))) {
    if (error !== undefined && !fetching) {
      return (
        <div style={{ minHeight: height }}>
          <FailureNote message={describeError(error)} onRetry={retry} />
        </div>
      );
    }
    return loading;
  }
  return (
    <>
      <StaleNote
        request={key}
        failed={error !== undefined}
        staleAfter={staleAfter}
        onRetry={retry}
      />
      {children(data)}
    </>
  );
}

/** Returns whether all that was asked for is null; ids alone are no data. */
function hasNoData(data: object): boolean {
  return Object.entries(data).every(
    ([name, value]) =>
      value === null ||
      name === 'id' ||
      name === '__typename' ||
      (typeof value === 'object' && !Array.isArray(value) && hasNoData(value)),
  );
}

/** Milliseconds for which the gateway caches most data. */
const usualAge = 75_000;

/** Shows the age of data that could not be refreshed. */
function StaleNote(props: {
  /** Key of the request to which the data belong. */
  readonly request: number;
  readonly failed: boolean;
  /** Milliseconds. */
  readonly staleAfter: number;
  readonly onRetry: () => void;
}) {
  const { request, failed, staleAfter, onRetry } = props;
  const readAt = useDataTimestamp(request);
  const now = useNow();
  if (!failed && (readAt === null || now - readAt < staleAfter)) return null;
  return (
    <p className="stale small" role="status">
      <span>
        {failed && 'Parts could not be read. '}
        {readAt !== null && (
          <>
            Data from <TimeSince at={readAt / 1000} units={1} />.
          </>
        )}
      </span>
      <button type="button" className="link" onClick={onRetry}>
        Retry
      </button>
    </p>
  );
}

/** Returns a description of an error for users. */
function describeError(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Trying again by itself.';
  const [first] = error.graphQLErrors;
  if (isTemporaryFailure(error)) {
    return 'The service behind these data does not answer at the moment. Trying again by itself.';
  }
  return first?.message ?? 'Something went wrong.';
}
