import type { Context, LoaderDeps } from '../../context.ts';
import { parseParams } from '../../http/parse-params.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createPricesClient } from './client.ts';
import type { CryptoFiguresContext } from './crypto-figures.ts';
import { type MarketHistoryQuery, marketHistoryInputSchema } from './params.ts';

export type PricesLoaders = ReturnType<typeof createPricesLoaders>;

/** Context of a request that this domain's resolvers and routes need. */
export type PricesContext = CryptoFiguresContext &
  Context<{
    readonly prices: PricesLoaders;
    readonly dtf: { readonly snapshotOf: (id: Bytes32) => Basket | Promise<Basket> };
  }>;

/** The part of a DTF's snapshot that this domain uses. */
type Basket = { readonly assets: readonly { readonly symbol: string; readonly weight: number }[] };

/** Creates the loaders of one request. Prices are read in bulk, so batching is unnecessary. */
export function createPricesLoaders(deps: LoaderDeps) {
  const { requestCache, upstreams, clock } = deps;
  const client = createPricesClient({ requestCache, dataNode: upstreams.dataNode, clock });
  return {
    ...client,
    marketHistory: (query: MarketHistoryQuery) =>
      client.marketHistory(parseParams(marketHistoryInputSchema, query)),
  };
}
