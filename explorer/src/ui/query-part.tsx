import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect } from 'react';
import { type AnyVariables, type CombinedError, useQuery } from 'urql';
import { useReadAt } from '../graphql/freshness.ts';
import { formatAge } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { Failure } from './part.tsx';
import { Skeleton } from './skeleton.tsx';

type QueryPartProps<Data, Variables extends AnyVariables> = {
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  /** Height of the part while it loads, so that nothing moves when the data come. */
  readonly height: number | string;
  /** Milliseconds between two reads, for data that no subscription carries. */
  readonly every?: number;
  readonly children: (data: Data) => ReactNode;
};

/** Runs a query and shows a skeleton, a failure with a retry, or the data with their age. */
export function QueryPart<Data, Variables extends AnyVariables>({
  query,
  variables,
  height,
  every,
  children,
}: QueryPartProps<Data, Variables>) {
  const [{ data, error, fetching }, execute] = useQuery({ query, variables });
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => {
      if (!document.hidden) execute({ requestPolicy: 'network-only' });
    }, every);
    return () => clearInterval(timer);
  }, [every, execute]);
  const retry = () => execute({ requestPolicy: 'network-only' });

  if (data === undefined || (error !== undefined && hasNoData(data))) {
    if (error !== undefined && !fetching) {
      return (
        <div style={{ minHeight: height }}>
          <Failure message={describeError(error)} onRetry={retry} />
        </div>
      );
    }
    return <Skeleton height={height} />;
  }
  return (
    <>
      <StaleNote
        operation={nameOf(query)}
        failed={error !== undefined}
        // Data that are not read again are as old as the page.
        maxAge={every === undefined ? Number.POSITIVE_INFINITY : every + staleAfter}
        onRetry={retry}
      />
      {children(data)}
    </>
  );
}

function hasNoData(data: unknown): boolean {
  return data === null || Object.values(data as object).every((value) => value === null);
}

const staleAfter = 75_000;

/** Says how old data are that could not be read again. */
function StaleNote(props: {
  readonly operation: string;
  readonly failed: boolean;
  /** Milliseconds. */
  readonly maxAge: number;
  readonly onRetry: () => void;
}) {
  const readAt = useReadAt(props.operation);
  const now = useNow();
  if (readAt === null || (!props.failed && now - readAt < props.maxAge)) return null;
  return (
    <p className="stale small" role="status">
      {props.failed ? 'Parts could not be read. ' : ''}
      Data from {formatAge(readAt / 1000, now)}.
      <button type="button" className="link" onClick={props.onRetry}>
        Retry
      </button>
    </p>
  );
}

/** The name of a document's operation. */
export function nameOf(query: TypedDocumentNode<unknown, never> | object): string {
  const { definitions } = query as TypedDocumentNode;
  const operation = definitions.find(({ kind }) => kind === 'OperationDefinition');
  return (operation !== undefined && 'name' in operation && operation.name?.value) || '';
}

/** What went wrong, in words for a reader. */
export function describeError(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Trying again by itself.';
  const [first] = error.graphQLErrors;
  const code = first?.extensions.code;
  if (code === 'UPSTREAM_UNAVAILABLE' || code === 'UPSTREAM_TIMEOUT') {
    return 'The service behind these data does not answer at the moment.';
  }
  return first?.message ?? 'Something went wrong.';
}
