import { createApi } from './generated/operations.ts';
import { createPlayer } from './play.ts';
import { bindDocuments, createRequests } from './requests.ts';
import type { Wallet } from './transactions.ts';
import { createHttpTransport, type Transport } from './transport.ts';

/** How a client reaches the service: by its URL, or by a transport of your own. */
type Connection =
  | {
      /** URL of the service, such as `https://graph.example`. */
      readonly origin: string;
      /** Replaces the global `fetch`. */
      readonly fetch?: typeof fetch | undefined;
      readonly transport?: undefined;
    }
  | { readonly transport: Transport };

/** Options of a client. */
export type ClientOptions = Connection & {
  /** Signs the transactions of `vision.joinAndSubmit` and `vision.claim`, on the L3 chain. */
  readonly wallet?: Wallet | undefined;
};

/** A client of one service. */
export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client: a function for each document in a namespace for each domain, typed documents of
 * your own by `query` and `subscribe`, and the actions of a player in `vision`.
 *
 * @example
 * const client = createClient({ origin: 'https://graph.example' });
 * (await client.prices.get({ symbol: 'BTC' }))?.price; // 67250.5
 */
export function createClient(options: ClientOptions) {
  const transport = options.transport ?? createHttpTransport(options);
  const requests = createRequests(transport);
  const api = createApi(bindDocuments(requests));
  return {
    transport,
    ...requests,
    ...api,
    vision: { ...api.vision, ...createPlayer(requests, options.wallet) },
  };
}
