import type { CostHints } from '../../graphql/cost/cost-hints.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const lendingCostHints: CostHints = {
  listLengths: {
    'Query.lendingMarkets': 50,
    'Vault.assets': 200,
    'WalletLending.positions': 50,
  },
  objectWeights: {
    LendingRates: 0.1,
    VaultAsset: 0.05,
  },
};
