/** The operation in the domain's tab of GraphiQL. */
export const visionExampleOperation = {
  query: ` # query Batches of the prediction market, and who leads
query {
  batches(first: 5) {
    edges {
      node {
        batchId
        playerCount
        nextTickAt
        markets(first: 3) { edges { node { symbol } } }
      }
    }
  }
  leaderboard { entries(first: 5) { edges { node { rank pnlUsd winRate } } } }
}
`,
};
