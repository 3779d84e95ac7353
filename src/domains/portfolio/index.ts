import type { Slice } from '../slice.ts';
import type { PortfolioContext } from './loaders.ts';
import { findPortfolio, portfolioResolvers } from './resolvers.ts';
import { portfolioRoutes } from './routes.ts';

export { createPortfolioLoaders, type PortfolioLoaders } from './loaders.ts';
export type { PortfolioRef, PositionRef, TradeRef } from './resolvers.ts';
export type { PortfolioPoint as PortfolioPointRef } from './shapes.ts';

/** Wallets: positions, value over time, trades. */
export const portfolioSlice: Slice<PortfolioContext> = {
  name: 'portfolio',
  resolvers: portfolioResolvers,
  routes: portfolioRoutes,
  nodes: { Portfolio: findPortfolio },
};
