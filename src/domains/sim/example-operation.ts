/** The operation in the domain's tab of GraphiQL. */
export const simExampleOperation = {
  query: ` # subscription Backtest as it runs: press play and watch the progress
subscription ($input: SimulationInput!) {
  simulation(input: $input) {
    __typename
    ... on SimulationProgress { pct currentDate }
    ... on SimulationResult { run { stats { totalReturnPct sharpeRatio maxDrawdownPct } } }
    ... on SimulationFailure { message }
  }
}
`,
  variables: {
    input: { categoryId: 'all', topN: 10, weighting: 'equal', rebalanceDays: 30 },
  },
};
