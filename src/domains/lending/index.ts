import type { Slice } from '../slice.ts';
import type { LendingContext } from './loaders.ts';
import { lendingResolvers } from './resolvers.ts';
import { lendingRoutes } from './routes.ts';

export { createLendingLoaders, type LendingLoaders } from './loaders.ts';
export type {
  LendingBalancesRef,
  LendingEventRef,
  LendingMarketRef,
  LendingPositionRef,
  LendingPriceRef,
  VaultAssetRef,
  VaultRef,
  WalletLendingRef,
} from './resolvers.ts';

/** Loans against DTF shares: markets, positions, history, balances. */
export const lendingSlice: Slice<LendingContext> = {
  name: 'lending',
  resolvers: lendingResolvers,
  routes: lendingRoutes,
};
