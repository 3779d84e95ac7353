/** The operation in the domain's first tab of GraphiQL. */
export const dtfExampleOperation = {
  query: ` # query Dtfs by size, with what they hold and how they went
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
`,
};

/** The operation in the domain's tab for live values. */
export const liveNavExampleOperation = {
  query: ` # subscription Live NAV of a fund: press play, the events are logged below the response
subscription ($itpId: ID!) {
  nav(itpId: $itpId) {
    usd
    source
  }
}
`,
  variables: { itpId: '0x0000000000000000000000000000000000000000000000000000000000000001' },
};
