import { type DtfGraphError, isTemporary, NetworkError } from '@dtf-graph/client';
import { type Loaded, useQuery } from '@dtf-graph/client/react';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { type AnyVariables, createRequest } from 'urql';
import { useDataTimes } from '../graphql/data-age.ts';
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
export function QuerySection<Data, Variables extends AnyVariables>(
  props: QuerySectionProps<Data, Variables>,
) {
  const { query, variables, every } = props;
  const loaded = useQuery(query, variables, { every, keepPrevious: true });
  return <LoadedSection {...props} loaded={loaded} />;
}

/** Shows a query that a hook of the page runs, as `QuerySection` does. */
export function LoadedSection<Data, Variables extends AnyVariables>({
  loaded: { data, error, isLoading, reload },
  query,
  variables,
  height,
  loading = <Skeleton height={height} />,
  every,
  children,
}: Omit<QuerySectionProps<unknown, Variables>, 'children'> & {
  readonly loaded: Loaded<Data>;
  readonly children: (data: Data) => ReactNode;
}) {
  const { key } = createRequest(query, variables);
  const isEmpty = data === undefined || (error !== undefined && hasNoData(data));
  if (isEmpty) {
    if (error === undefined || isLoading) return loading;
    return (
      <div style={{ minHeight: height }}>
        <FailureNote message={describeError(error)} onRetry={reload} />
      </div>
    );
  }
  return (
    <>
      <StaleNote request={key} failed={error !== undefined} every={every} onRetry={reload} />
      {children(data)}
    </>
  );
}

/** Returns whether all that was asked for is null; ids alone are no data. */
function hasNoData(data: unknown): boolean {
  return Object.entries(data ?? {}).every(
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
function describeError(error: DtfGraphError): string {
  if (error instanceof NetworkError) {
    return 'The server cannot be reached. The page keeps trying.';
  }
  if (isTemporary(error)) {
    return 'The service behind these data does not answer at the moment. The page keeps trying.';
  }
  return error.message;
}
