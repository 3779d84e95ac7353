import { exampleWallet } from '../example-wallet.ts';

/** The operation in the domain's tab of GraphiQL. */
export const lendingExampleOperation = {
  query: ` # query Loans: the markets, and what a wallet owes
query ($address: Address!) {
  lendingMarkets {
    utilisation
    lltv
    dtf { symbol }
    position(address: $address) { healthFactor }
  }
}
`,
  variables: { address: exampleWallet },
};
