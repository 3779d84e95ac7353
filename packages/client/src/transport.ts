import { type DocumentInput, getDocumentText, type TypedDocument } from './documents.ts';
import { explainFetchError, type GraphqlResult, getData, readErrorResponse } from './errors.ts';
import { type StreamOptions, streamResults } from './streams.ts';

/** Options of one call. */
export type CallOptions = {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until the call fails with a `TimeoutError`. The default is 30,000. */
  readonly timeout?: number | undefined;
};

/** Variables may be left out where none is required. */
type Given<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** Sends typed documents to one service. */
export type Transport = {
  /** URL of the service, without a path. */
  readonly origin: string;
  /**
   * Executes a query or mutation.
   *
   * @throws {DtfGraphError} the request or a part of it failed.
   */
  readonly query: <Data, Variables>(
    document: DocumentInput<Data, Variables>,
    ...given: Given<Variables, CallOptions>
  ) => Promise<Data>;
  /**
   * Executes a subscription. Iterating sends the request; leaving the loop cancels it. After a lost
   * connection it continues behind the last event.
   *
   * @throws {DtfGraphError} while iterating: the subscription was refused, or the service stays
   *   unreachable.
   */
  readonly subscribe: <Data, Variables>(
    document: DocumentInput<Data, Variables>,
    ...given: Given<Variables, StreamOptions>
  ) => AsyncIterableIterator<Data>;
};

/**
 * Creates the connection to a service, for programs that need single documents and no namespaces.
 *
 * @example
 * const { query } = createTransport({ origin: 'https://graph.example' });
 * await query(getAsset, { symbol: 'BTC' }); // { asset: { symbol: 'BTC', … } }
 */
export function createTransport(options: {
  readonly origin: string;
  readonly fetch?: typeof fetch | undefined;
}): Transport {
  const origin = options.origin.replace(/\/+$/, '');
  const send: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init);
  return {
    origin,
    query: async (document, ...given) => {
      const [variables, { signal, timeout = 30_000 } = {}] = given as [unknown?, CallOptions?];
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
        const result = (await response.json()) as GraphqlResult;
        return getData(result, { status: response.status }) as never;
      } catch (error) {
        throw explainFetchError(error, signal);
      } finally {
        deadline.end();
      }
    },
    subscribe: (document, ...given) => {
      const [variables, streamOptions = {}] = given as [Record<string, unknown>?, StreamOptions?];
      return streamResults({
        url: `${origin}/graphql/stream`,
        fetch: send,
        request: { query: getDocumentText(document), ...(variables ? { variables } : {}) },
        ...streamOptions,
      }) as never;
    },
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

/** Returns functions that make a function of a document, which returns its root field. */
export function bindDocuments({ query, subscribe }: Transport) {
  return {
    request:
      <Data, Variables, Field extends keyof Data>(
        document: TypedDocument<Data, Variables>,
        field: Field,
      ) =>
      async (...given: Given<Variables, CallOptions>): Promise<Data[Field]> =>
        (await query(document, ...given))[field],
    stream: <Data, Variables, Field extends keyof Data>(
      document: TypedDocument<Data, Variables>,
      field: Field,
    ) =>
      async function* (
        ...given: Given<Variables, StreamOptions>
      ): AsyncGenerator<Data[Field], undefined> {
        for await (const data of subscribe(document, ...given)) yield data[field];
      },
  };
}

/** Functions that make a function of a document. */
export type BoundDocuments = ReturnType<typeof bindDocuments>;
