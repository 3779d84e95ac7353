import { exampleWallet } from '../example-wallet.ts';

/** The operation in the domain's tab of GraphiQL. */
export const portfolioExampleOperation = {
  query: ` # query Wallet for what it holds, and how it came by it
query ($address: Address!) {
  portfolio(address: $address) {
    totalValueUsd
    totalPnlPct
    positions { shares valueUsd pnlPct dtf { name symbol } }
    trades(first: 5) { edges { node { timestamp type totalUsd dtf { symbol } } } }
  }
}
`,
  variables: { address: exampleWallet },
};
