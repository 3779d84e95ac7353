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

type QueryPartProps<Data, Variables extends AnyVariables> = {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  /** Height of the part while it loads, so that nothing moves when the data come. */
  readonly height: number | string;
  /** What is shown while it loads, if it is more than a skeleton. */
  readonly loading?: ReactNode;
  /** Milliseconds between two reads, for data that no subscription carries. */
  readonly every?: number;
  /** Milliseconds from which data are called old; the gateway caches some for longer. */
  readonly staleAfter?: number;
  readonly children: (data: Data) => ReactNode;
};

/** Runs a query and shows a skeleton, a failure with a retry, or the data with their age. */
export function QuerySection<Data, Variables extends AnyVariables>({
  query,
  variables,
  height,
  loading = <Skeleton height={height} />,
  every,
  // Data that are not read again are as old as the page.
  staleAfter = every === undefined ? Number.POSITIVE_INFINITY : every + usualAge,
  children,
}: QueryPartProps<Data, Variables>) {
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

function hasNoData(data: object): boolean {
  return Object.values(data).every((value) => value === null);
}

/** Milliseconds for which the gateway caches most data. */
const usualAge = 75_000;

/** Says how old data are that could not be read again. */
function StaleNote(props: {
  /** Key of the request that the data are of. */
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

/** What went wrong, in words for a reader. */
function describeError(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Trying again by itself.';
  const [first] = error.graphQLErrors;
  if (isTemporaryFailure(error)) {
    return 'The service behind these data does not answer at the moment. Trying again by itself.';
  }
  return first?.message ?? 'Something went wrong.';
}
