import { type CostHints, maxTimeWindowPoints } from '../../graphql/cost/cost-hints.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const pricesCostHints: CostHints = {
  listLengths: {
    'Asset.priceHistory': maxTimeWindowPoints,
    'Query.marketHistory': maxTimeWindowPoints,
  },
  objectWeights: {
    Asset: 0.05,
    MarketPoint: 0.01,
  },
};
