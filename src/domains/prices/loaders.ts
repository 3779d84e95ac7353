import type { Context, LoaderDeps } from '../../context.ts';
import { parseParams } from '../../http/parse-params.ts';
import { createPricesClient, type PricesClient } from './client.ts';
import { marketHistoryInput } from './params.ts';

/** Prices for one request; the bulk maps make batching unnecessary. */
export type PricesLoaders = PricesClient;

/** What a request carries for the doors of this slice. */
export type PricesContext = Context<{ readonly prices: PricesLoaders }>;

/** Reads of one request, shared by both doors. */
export function createPricesLoaders(deps: LoaderDeps): PricesLoaders {
  const { requestCache, upstreams, clock } = deps;
  const client = createPricesClient({ requestCache, dataNode: upstreams.dataNode, clock });
  return {
    ...client,
    marketHistory: (asked) => client.marketHistory(parseParams(marketHistoryInput, asked)),
  };
}
