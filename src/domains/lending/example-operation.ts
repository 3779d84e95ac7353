import { exampleWallet } from '../example-wallet.ts';

/** The operation in the domain's tab of GraphiQL. */
export const lendingExampleOperation = ` # query Loans: the markets, and what a wallet owes
query {
  lendingMarkets {
    utilisation
    lltv
    dtf { symbol }
    position(address: "${exampleWallet}") { healthFactor }
  }
}
`;
