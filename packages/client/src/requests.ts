import type { DocumentInput, TypedDocument } from './documents.ts';
import { getData } from './errors.ts';
import type { StreamOptions } from './streams.ts';
import type { CallOptions, GraphqlRequest, Transport } from './transport.ts';

/** Variables may be left out where none is required. */
type Given<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** Sends typed documents to one service. */
export type Requests = {
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

type GivenValues<Options> = [GraphqlRequest['variables'], Options?];

/**
 * Returns the typed requests of a transport, for programs that need single documents and no
 * namespaces.
 *
 * @example
 * const { query } = createRequests(createHttpTransport({ origin: 'https://graph.example' }));
 * await query(getAsset, { symbol: 'BTC' }); // { asset: { symbol: 'BTC', … } }
 */
export function createRequests(transport: Transport): Requests {
  return {
    query: async (document, ...given) => {
      const [variables, options = {}] = given as GivenValues<CallOptions>;
      for await (const result of transport.query({ document, variables }, options)) {
        return getData(result, { status: result.status }) as never;
      }
      options.signal?.throwIfAborted();
      throw new TypeError('the transport has given no result');
    },
    subscribe: async function* (document, ...given) {
      const [variables, options = {}] = given as GivenValues<StreamOptions>;
      for await (const result of transport.subscribe({ document, variables }, options)) {
        yield getData(result) as never;
      }
      options.signal?.throwIfAborted();
    },
  };
}

/** Returns functions that make a function of a document, which returns its root field. */
export function bindDocuments({ query, subscribe }: Requests) {
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
