import { type DocumentInput, getDocumentText } from './documents.ts';
import { explainFetchError, type GraphqlResult, readErrorResponse } from './errors.ts';
import { type StreamOptions, streamResults } from './streams.ts';

/** Options of one call. */
export type CallOptions = {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with a `TimeoutError`. The default is 30,000. */
  readonly timeout?: number | undefined;
};

/** A document as the caller gave it, text or parsed, and its variables. */
export type GraphqlRequest = {
  readonly document: DocumentInput<unknown, never>;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
};

/** Options of a query. */
export type QueryOptions = CallOptions & {
  /** Whether the service must be asked, though a cache of the transport has the result. */
  readonly isFresh?: boolean | undefined;
};

/**
 * What carries requests to the service and results back. The client reads the errors of the results;
 * what a transport throws reaches the caller as it is.
 *
 * `createHttpTransport` makes the default. A program with a GraphQL client of its own gives one that
 * sends through it, and so shares its cache and its connection.
 */
export type Transport = {
  /**
   * Executes a query or mutation, when it is iterated. A transport with a cache yields once more
   * whenever the result changes; whoever wants one result leaves the loop after the first. Ends when
   * the signal is aborted.
   */
  readonly query: (request: GraphqlRequest, options: QueryOptions) => AsyncIterable<GraphqlResult>;
  /**
   * Executes a subscription, when it is iterated. It ends with the subscription, and when the signal
   * is aborted.
   */
  readonly subscribe: (
    request: GraphqlRequest,
    options: StreamOptions,
  ) => AsyncIterable<GraphqlResult>;
  /** Returns the result that a cache has, for the first rendering. */
  readonly read?: ((request: GraphqlRequest) => GraphqlResult | undefined) | undefined;
};

/** Creates the transport over HTTP: POST for queries, resumable server-sent events for streams. */
export function createHttpTransport(options: {
  readonly origin: string;
  readonly fetch?: typeof fetch | undefined;
}): Transport {
  const origin = options.origin.replace(/\/+$/, '');
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  return {
    query: async function* ({ document, variables }, { signal, timeout = 30_000 }) {
      const body = JSON.stringify({ query: getDocumentText(document), variables });
      const deadline = startDeadline(timeout, signal);
      try {
        const response = await send(`${origin}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/graphql-response+json',
          },
          body,
          signal: deadline.signal,
        });
        if (!response.ok) throw await readErrorResponse(response);
        yield { ...((await response.json()) as GraphqlResult), status: response.status };
      } catch (error) {
        throw explainFetchError(error, signal);
      } finally {
        deadline.end();
      }
    },
    subscribe: ({ document, variables }, streamOptions) =>
      streamResults({
        url: `${origin}/graphql/stream`,
        fetch: send,
        request: { query: getDocumentText(document), ...(variables ? { variables } : {}) },
        ...streamOptions,
      }),
  };
}

/**
 * Returns a signal that is aborted by another signal or after a time. Signals of `AbortSignal.any`
 * can be garbage-collected before that, in Node 20.
 */
function startDeadline(timeout: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the deadline has passed', 'TimeoutError'));
  }, timeout);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
