import { type CostHints, maxDailySeriesPoints } from '../../graphql/cost/cost-hints.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const simCostHints: CostHints = {
  listLengths: {
    'Benchmark.navSeries': maxDailySeriesPoints,
    'Query.benchmarks': 2,
    'Query.simulationCategories': 500,
    'Query.simulationWeightings': 20,
    'SimulationRun.holdings': 1000,
    'SimulationRun.navSeries': maxDailySeriesPoints,
    'SweepDone.variants': 50,
    'WeightingScheme.categories': 2,
  },
  objectWeights: {
    BenchmarkPoint: 0.01,
    SimulationHolding: 0.05,
    SimulationNavPoint: 0.01,
    WeightingParameter: 0.01,
    WeightingScheme: 0.01,
  },
  leafBytes: {
    'SimulationFailure.message': 1000,
    'SweepVariantFailure.message': 1000,
  },
};
