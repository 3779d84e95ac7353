/** The operation in the domain's tab of GraphiQL. */
export const infraExampleOperation = {
  query: ` # query Status of this gateway and of the oracle network
query {
  gateway { version ready upstreams { name status } }
  explorerHealth { latest { worstStatus totalPeersHealthy } }
}
`,
};
