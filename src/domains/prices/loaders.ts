import type { Context, LoaderDeps } from '../../context.ts';
import { parseParams } from '../../http/parse-params.ts';
import { createPricesClient, type PricesClient } from './client.ts';
import { marketHistoryInput } from './params.ts';

/** Prices loaders of one request; the bulk price maps make batching unnecessary. */
export type PricesLoaders = PricesClient;

/** Context of a request that this domain's resolvers and routes need. */
export type PricesContext = Context<{ readonly prices: PricesLoaders }>;

/** Creates the loaders of one request; REST and GraphQL share them. */
export function createPricesLoaders(deps: LoaderDeps): PricesLoaders {
  const { requestCache, upstreams, clock } = deps;
  const client = createPricesClient({ requestCache, dataNode: upstreams.dataNode, clock });
  return {
    ...client,
    marketHistory: (asked) => client.marketHistory(parseParams(marketHistoryInput, asked)),
  };
}
