import { createApi } from './generated/operations.ts';
import { createPlayer } from './play.ts';
import type { Wallet } from './transactions.ts';
import { bindDocuments, createTransport } from './transport.ts';

/** Options of a client. */
export type ClientOptions = {
  /** URL of the service, such as `https://graph.example`. */
  readonly origin: string;
  /** Signs the transactions of `vision.joinAndSubmit` and `vision.claim`, on the L3 chain. */
  readonly wallet?: Wallet | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
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
export function createClient({ origin, wallet, fetch }: ClientOptions) {
  const transport = createTransport({ origin, fetch });
  const api = createApi(bindDocuments(transport));
  return {
    ...transport,
    ...api,
    vision: { ...api.vision, ...createPlayer(transport, wallet) },
  };
}
