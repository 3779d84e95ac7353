import type { DomainModule } from '../domain-module.ts';
import { lendingCostHints } from './cost-hints.ts';
import { lendingExampleOperation } from './example-operation.ts';
import type { LendingContext } from './loaders.ts';
import { lendingPublicMessages } from './public-messages.ts';
import { findMarket, findPositionInLendingMarket, lendingResolvers } from './resolvers.ts';
import { lendingRoutes } from './routes.ts';

export { createLendingLoaders, type LendingLoaders } from './loaders.ts';
export type {
  LendingPositionParent,
  LendingPriceParent,
  VaultAssetParent,
  WalletLendingParent,
} from './resolvers.ts';
export type {
  LendingEvent as LendingEventParent,
  LendingMarket as LendingMarketParent,
  LendingWalletBalances as LendingBalancesParent,
  VaultBalances as VaultBalancesParent,
} from './schema.ts';

/** Lending domain: loans against DTF shares, with markets, positions, history and balances. */
export const lendingModule: DomainModule<LendingContext> = {
  name: 'lending',
  exampleOperations: [lendingExampleOperation],
  publicMessages: lendingPublicMessages,
  costHints: lendingCostHints,
  tag: {
    name: 'lending',
    title: 'Lending',
    description: 'Loans against DTF shares: markets, positions, history and balances.',
  },
  wireTypes: ['LendingEvent', 'LendingMarket', 'LendingPosition', 'Vault'],
  resolvers: lendingResolvers,
  routes: lendingRoutes,
  nodes: {
    LendingMarket: { keys: ['itpId'], find: ([key = ''], context) => findMarket(key, context) },
    LendingPosition: {
      keys: ['address', 'itpId'],
      find: ([address = '', key = ''], context) =>
        findPositionInLendingMarket(address, key, context),
    },
  },
};
