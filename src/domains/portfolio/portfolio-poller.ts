import type { ServiceDeps } from '../../context.ts';
import type { Address } from '../../lib/units.ts';
import { createChangePoller } from '../change-poller.ts';
import { createDtfLoaders } from '../dtf/index.ts';
import { createPortfolioLoaders } from './loaders.ts';
import { portfolioResponseSchema } from './schema.ts';

export type PortfolioPoller = ReturnType<typeof createPortfolioPoller>;

/** Creates the poller of the portfolios that have subscribers, by wallet. */
export const createPortfolioPoller = (deps: ServiceDeps) =>
  createChangePoller(deps, {
    stream: 'portfolio',
    subjectName: 'portfolios',
    read: async (key, requestCache) => {
      const address = key as Address;
      const readDeps = { ...deps, requestCache };
      const loaders = createPortfolioLoaders(readDeps, createDtfLoaders(readDeps));
      const portfolio = await loaders.portfolio(address);
      return {
        state: portfolioResponseSchema.parse(portfolio),
        event: { portfolio: { address, portfolio } },
      };
    },
  });
