import type { ServiceDeps } from '../../context.ts';
import type { Address } from '../../lib/units.ts';
import type { Poller } from '../../streaming/poller.ts';
import { createChangePoller } from '../change-poller.ts';
import { createDtfLoaders } from '../dtf/index.ts';
import { createPortfolioLoaders } from './loaders.ts';
import { type Portfolio, portfolioSchema } from './schema.ts';

/** Polls the portfolio of each wallet that has subscribers; sends an event only on change. */
export type PortfolioPoller = Poller<{
  readonly portfolio: { readonly address: Address; readonly portfolio: Portfolio };
}>;

/** Creates the poller, whose keys are wallets. */
export const createPortfolioPoller = (deps: ServiceDeps): PortfolioPoller =>
  createChangePoller(deps, {
    stream: 'portfolio',
    subjectName: 'portfolios',
    read: async (key, requestCache) => {
      const address = key as Address;
      const readDeps = { ...deps, requestCache };
      const loaders = createPortfolioLoaders(readDeps, createDtfLoaders(readDeps));
      const portfolio = await loaders.portfolio(address);
      return {
        state: portfolioSchema.parse(portfolio),
        event: { portfolio: { address, portfolio } },
      };
    },
  });
