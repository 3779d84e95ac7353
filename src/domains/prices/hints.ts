import { type CostHints, timeWindowLength } from '../../graphql/cost/cost-hints.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const pricesCostHints: CostHints = {
  listLengths: {
    'Asset.priceHistory': timeWindowLength,
    'Query.marketHistory': timeWindowLength,
  },
  objectWeights: {
    Asset: 0.05,
    MarketPoint: 0.01,
  },
};
