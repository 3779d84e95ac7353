import type { Slice } from '../slice.ts';
import type { PricesContext } from './loaders.ts';
import { findAsset, pricesResolvers } from './resolvers.ts';
import { pricesRoutes } from './routes.ts';

export { createPricesLoaders, type PricesLoaders } from './loaders.ts';
export type { AssetRef } from './resolvers.ts';

/** Prices of single assets and of every market of every source. */
export const pricesSlice: Slice<PricesContext> = {
  name: 'prices',
  resolvers: pricesResolvers,
  routes: pricesRoutes,
  encoded: {
    Query: ['assets', 'marketHistory'],
    Asset: ['priceHistory'],
  },
  nodes: { Asset: findAsset },
};
