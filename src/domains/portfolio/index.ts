import type { DomainModule } from '../domain-module.ts';
import { portfolioLengths } from './hints.ts';
import type { PortfolioContext } from './loaders.ts';
import { findPortfolio, portfolioResolvers } from './resolvers.ts';
import { portfolioRoutes } from './routes.ts';

export { createPortfolioLoaders, type PortfolioLoaders } from './loaders.ts';
export type { PortfolioParent, PortfolioPositionParent, TradeParent } from './resolvers.ts';
export type { PortfolioPoint as PortfolioPointParent } from './schema.ts';

/** Portfolio domain: positions, value over time and trades of wallets. */
export const portfolioModule: DomainModule<PortfolioContext> = {
  name: 'portfolio',
  resolvers: portfolioResolvers,
  routes: portfolioRoutes,
  lengths: portfolioLengths,
  nodes: { Portfolio: findPortfolio },
};
