/** The operation in the domain's tab of GraphiQL. */
export const pricesExampleOperation = {
  query: ` # query Prices of the largest assets
query {
  assets(first: 10, orderBy: { field: MARKET_CAP }) {
    edges { node { symbol name price change24hPct marketCapUsd } }
  }
}
`,
};
