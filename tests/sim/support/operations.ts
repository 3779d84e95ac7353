/** A run with its progress. */
export const simulation = `subscription ($input: SimulationInput!) {
  simulation(input: $input) {
    __typename
    ... on SimulationProgress { pct currentDate totalDates }
    ... on SimulationResult { run { runId stats { sharpeRatio } navSeries(maxPoints: 4) { nav } } }
    ... on SimulationFailure { message code }
  }
}`;
/** A sweep by size. */
export const sweep = `subscription {
  sweep(input: { sweep: TOP_N, categoryId: "all" }) {
    __typename
    ... on SweepProgress { pct variant }
    ... on SweepVariant { index run { runId } }
    ... on SweepVariantFailure { index message }
    ... on SweepDone { totalVariants variants { index } }
    ... on SimulationFailure { code }
  }
}`;
/** The input of a run. */
export const input = { categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 };
/** What `simulation` shows of `progressEvent`. */
export const publicProgress = (pct: number) => ({
  data: {
    simulation: {
      __typename: 'SimulationProgress',
      pct,
      currentDate: '2021-01-02',
      totalDates: 3,
    },
  },
});
/** What `simulation` shows of `resultEvent`. */
export const publicResult = {
  data: {
    simulation: {
      __typename: 'SimulationResult',
      run: {
        runId: 7,
        stats: { sharpeRatio: 0.5 },
        navSeries: [{ nav: 1 }, { nav: 2.4 }, { nav: 1.2 }],
      },
    },
  },
};
