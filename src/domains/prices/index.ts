import type { DomainModule } from '../domain-module.ts';
import { pricesCostHints } from './cost-hints.ts';
import { pricesExampleOperation } from './example-operation.ts';
import type { PricesContext } from './loaders.ts';
import { pricesPublicMessages } from './public-messages.ts';
import { findAsset, pricesResolvers } from './resolvers.ts';
import { pricesRoutes } from './routes.ts';

export { createPricesLoaders, type PricesLoaders } from './loaders.ts';
export type { AssetParent } from './resolvers.ts';
export type { AssetPrice as AssetQuoteParent } from './schema.ts';

/** Prices domain: current prices of assets and the history of the markets of every source. */
export const pricesModule: DomainModule<PricesContext> = {
  name: 'prices',
  exampleOperations: [pricesExampleOperation],
  publicMessages: pricesPublicMessages,
  costHints: pricesCostHints,
  tag: {
    name: 'prices',
    title: 'Prices',
    description: 'Current prices of assets, and the price history of every data source.',
  },
  resolvers: pricesResolvers,
  routes: pricesRoutes,
  cachedFields: {
    Query: ['assets', 'marketHistory'],
    Asset: ['priceHistory'],
  },
  nodes: { Asset: { keys: ['symbol'], find: ([symbol], context) => findAsset(symbol, context) } },
};
