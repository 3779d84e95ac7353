import type { GraphqlRequest, GraphqlResult, Transport } from '@dtf-graph/client';
import type { DocumentNode } from 'graphql';
import type { AnyVariables, CombinedError, OperationResult } from 'urql';
import { make, pipe, type Source, takeUntil, toAsyncIterable } from 'wonka';
import { graphqlClient } from './graphql-client.ts';

/**
 * The transport of the hooks of `@dtf-graph/client`: requests go through the normalised cache, and
 * subscriptions over the one event stream.
 */
export const transport: Transport = {
  query: (request, { signal, isFresh }) => {
    const requestPolicy = isFresh ? 'network-only' : 'cache-and-network';
    return readResults(graphqlClient.query(...argumentsOf(request), { requestPolicy }), signal);
  },
  subscribe: (request, { signal }) =>
    readResults(graphqlClient.subscription(...argumentsOf(request)), signal),
  read: (request) => {
    const context = { requestPolicy: 'cache-only' } as const;
    const result = graphqlClient.readQuery(...argumentsOf(request), context);
    return result === null ? undefined : toResult(result);
  },
};

const argumentsOf = ({ document, variables }: GraphqlRequest): [DocumentNode, AnyVariables] => [
  document as unknown as DocumentNode,
  variables ?? {},
];

async function* readResults(
  results: Source<OperationResult>,
  signal: AbortSignal | undefined,
): AsyncGenerator<GraphqlResult, undefined> {
  if (signal?.aborted) return;
  const aborted = make<unknown>(({ next }) => {
    signal?.addEventListener('abort', next);
    return () => signal?.removeEventListener('abort', next);
  });
  for await (const result of toAsyncIterable(pipe(results, takeUntil(aborted)))) {
    yield toResult(result);
  }
}

/** A failed connection is an error as well, because the query is sent again until it succeeds. */
const toResult = ({ data, error }: OperationResult): GraphqlResult => ({
  data,
  ...(error === undefined ? {} : { errors: errorsOf(error) }),
});

/** Returns the errors of a request as the service would have written them. */
const errorsOf = ({ networkError, graphQLErrors }: CombinedError) =>
  networkError === undefined
    ? graphQLErrors.map(({ message, path, extensions }) => ({
        message,
        extensions,
        path: path ?? [],
      }))
    : [{ message: networkError.message, extensions: { code: 'NETWORK' } }];
