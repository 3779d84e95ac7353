/** The operation in the domain's tab of GraphiQL. */
export const dtfExampleOperation = ` # query Dtfs by size, with what they hold and how they went
query {
  dtfs(first: 5) {
    edges {
      node {
        name
        symbol
        nav { usd source }
        aumUsd
        holdings { weight asset { symbol price } }
        navSeries(range: D30) { timestamp nav }
      }
    }
  }
}
`;
