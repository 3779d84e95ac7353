import type { Context, LoaderDeps } from '../../context.ts';
import { parseInput } from '../../http/input.ts';
import { market } from './params.ts';
import { createPricesSource, type PricesSource } from './source.ts';

/** Prices for one request; the bulk maps make batching unnecessary. */
export type PricesLoaders = PricesSource;

/** What a request carries for the doors of this slice. */
export type PricesContext = Context<{ readonly prices: PricesLoaders }>;

/** Reads of one request, shared by both doors. */
export function createPricesLoaders(deps: LoaderDeps): PricesLoaders {
  const { reader, upstreams, clock } = deps;
  const source = createPricesSource({ reader, dataNode: upstreams.dataNode, clock });
  return {
    ...source,
    marketHistory: (asked) => source.marketHistory(parseInput(market, asked)),
  };
}
