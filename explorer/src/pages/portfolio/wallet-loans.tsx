import { graphql } from '../../generated/gql.ts';
import { QuerySection } from '../../ui/query-section.tsx';
import { Loans } from '../lending/loans.tsx';

const walletLoansQuery = graphql(`
  query WalletLoans($address: Address!) {
    portfolio(address: $address) {
      id
      lending {
        positions {
          ...Loan
        }
      }
    }
  }
`);

/** Shows the loans of a wallet with their distance to liquidation. */
export function WalletLoans({ address }: { readonly address: string }) {
  return (
    <QuerySection query={walletLoansQuery} variables={{ address }} height={160} every={20_000}>
      {({ portfolio }) => <Loans loans={portfolio.lending.positions ?? []} />}
    </QuerySection>
  );
}
