import type { DomainModule } from '../domain-module.ts';
import { addressScalar } from './address-scalar.ts';
import { portfolioCostHints, portfolioListLengthReaders } from './cost-hints.ts';
import { portfolioExampleOperation } from './example-operation.ts';
import { portfolioPublicMessages } from './public-messages.ts';
import {
  findPortfolioPosition,
  findWalletTrade,
  type PortfolioWatchContext,
  portfolioParentFromAddress,
  portfolioResolvers,
} from './resolvers.ts';
import { portfolioRoutes } from './routes.ts';
import { type WalletFiguresContext, walletFigureResolvers } from './wallet-figure-resolvers.ts';

export { createPortfolioLoaders, type PortfolioLoaders } from './loaders.ts';
export { createPortfolioPoller } from './portfolio-poller.ts';
export type { PortfolioParent, PortfolioPositionParent } from './resolvers.ts';
export type { PortfolioPoint as PortfolioPointParent } from './schema.ts';
export type { WalletTradeParent } from './trade-list.ts';
export type { StressedLoanParent } from './wallet-figure-resolvers.ts';
export type { ExposureParent, FundValueParent } from './wallet-figures.ts';

/** Portfolio domain: positions, value over time and trades of wallets. */
export const portfolioModule: DomainModule<PortfolioWatchContext & WalletFiguresContext> = {
  name: 'portfolio',
  exampleOperations: [portfolioExampleOperation],
  publicMessages: portfolioPublicMessages,
  costHints: portfolioCostHints,
  scalars: [addressScalar],
  tag: {
    name: 'portfolio',
    title: 'Portfolios',
    description:
      'What a wallet holds, what it was worth over time, and its trades. The wallet address is the only identity.',
  },
  wireTypes: ['PortfolioPoint', 'Trade'],
  resolvers: {
    ...portfolioResolvers,
    ...walletFigureResolvers,
    Portfolio: { ...portfolioResolvers.Portfolio, ...walletFigureResolvers.Portfolio },
  },
  routes: portfolioRoutes,
  lengths: portfolioListLengthReaders,
  nodes: {
    Portfolio: { keys: ['address'], find: ([address = '']) => portfolioParentFromAddress(address) },
    Position: {
      keys: ['address', 'itpId'],
      find: ([address = '', itpId = ''], context) => findPortfolioPosition(address, itpId, context),
    },
    Trade: { keys: [], find: ([key = ''], context) => findWalletTrade(key, context) },
  },
};
