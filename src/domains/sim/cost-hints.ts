import { needsListFigures } from '../../finance/list-figures.ts';
import { maxPageSize } from '../../graphql/connection/index.ts';
import {
  type CostHints,
  listLengthByNumber,
  maxDailySeriesPoints,
} from '../../graphql/cost/cost-hints.ts';

/** Sizes for the cost estimate of GraphQL operations. */
export const simCostHints: CostHints = {
  listLengths: {
    'Benchmark.navSeries': maxDailySeriesPoints,
    'BenchmarkComparison.series': maxDailySeriesPoints,
    'Performance.distribution': listLengthByNumber('bins', 500),
    'Performance.drawdownSeries': maxDailySeriesPoints,
    'Performance.monthlyReturns': 120,
    'Performance.periodReturns': 8,
    'Performance.rolling': maxDailySeriesPoints,
    'Performance.yearlyReturns': 12,
    'Query.benchmarks': 2,
    'Selection.variants': 50,
    'Turnover.rebalances': maxDailySeriesPoints,
    'Contributions.coins': 100,
    'Query.simulationCategories': 500,
    'Query.simulationWeightings': 20,
    'SimulationRun.holdings': 1000,
    'SimulationRun.navSeries': maxDailySeriesPoints,
    'SweepDone.variants': 50,
    'WeightingScheme.categories': 2,
  },
  readsToSort: {
    'Query.simulationResults': ({ read }) =>
      needsListFigures(read('orderBy'), read('filter')) ? maxPageSize : 0,
  },
  objectWeights: {
    BenchmarkPoint: 0.01,
    ComparedPoint: 0.01,
    DayReturn: 0.01,
    Drawdown: 0.01,
    DrawdownPoint: 0.01,
    MonthlyReturn: 0.01,
    PeriodReturn: 0.01,
    CoinContribution: 0.05,
    RebalanceTurnover: 0.01,
    ReturnBin: 0.01,
    RollingFigures: 0.05,
    SelectionVariant: 0.1,
    SimulationHolding: 0.05,
    SimulationNavPoint: 0.01,
    WeightingParameter: 0.01,
    WeightingScheme: 0.01,
    YearlyReturn: 0.01,
  },
  leafBytes: {
    'SimulationReceipt.input': 1000,
    'SimulationFailure.message': 1000,
    'SweepVariantFailure.message': 1000,
  },
};
