import type { LoaderDeps } from '../../context.ts';
import { InvalidInputError } from '../../core/errors.ts';
import { createPricesSource, type PricesSource } from './source.ts';

/** Prices for one request; the bulk maps make batching unnecessary. */
export type PricesLoaders = PricesSource;

/** Reads of one request, shared by both doors. */
export function createPricesLoaders(deps: LoaderDeps): PricesLoaders {
  const { reader, upstreams, clock } = deps;
  const source = createPricesSource({ reader, dataNode: upstreams.dataNode, clock });
  return {
    ...source,
    marketHistory: (market) => {
      if (market.from !== undefined && market.to !== undefined && market.from > market.to) {
        throw new InvalidInputError('from must not be after to');
      }
      return source.marketHistory(market);
    },
  };
}
