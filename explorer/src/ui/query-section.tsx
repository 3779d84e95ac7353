import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect } from 'react';
import { type AnyVariables, type CombinedError, createRequest, useQuery } from 'urql';
import { useDataTimes } from '../graphql/data-age.ts';
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
  readonly children: (data: Data) => ReactNode;
};

/** Runs a query and shows a skeleton, an error with a retry button, or the data with their age. */
export function QuerySection<Data, Variables extends AnyVariables>({
  query,
  variables,
  height,
  loading = <Skeleton height={height} />,
  every,
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
      <StaleNote request={key} failed={error !== undefined} every={every} onRetry={retry} />
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

/** Milliseconds by which a refresh may be late: the pause of a timer and the time of a request. */
const tolerance = 30_000;

/**
 * Says that parts failed, or that the data are no longer current by the `Cache-Control` of their
 * response and were not replaced in time.
 */
function StaleNote(props: {
  /** Key of the request to which the data belong. */
  readonly request: number;
  readonly failed: boolean;
  /** Milliseconds between two requests; data that are requested once do not become old. */
  readonly every: number | undefined;
  readonly onRetry: () => void;
}) {
  const { request, failed, every = Number.POSITIVE_INFINITY, onRetry } = props;
  const times = useDataTimes(request);
  const now = useNow();
  const isOld =
    times !== null &&
    (times.receivedAt > times.currentUntil + tolerance ||
      now > times.currentUntil + every + tolerance);
  if (!failed && !isOld) return null;
  return (
    <p className="stale small" role="status">
      <span>
        {failed && 'Parts could not be read. '}
        {times !== null && (
          <>
            Data from{' '}
            <TimeSince at={Math.min(times.receivedAt, times.currentUntil) / 1000} units={1} />.
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
