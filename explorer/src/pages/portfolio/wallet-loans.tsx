import { graphql } from '../../generated/gql.ts';
import { QuerySection } from '../../ui/query-section.tsx';
import { LoanStress } from '../lending/loan-stress.tsx';
import { Loans } from '../lending/loans.tsx';

const walletLoansQuery = graphql(`
  query WalletLoans($address: Address!) {
    portfolio(address: $address) {
      id
      lending {
        positions {
          ...Loan
          ...LoanStress
        }
      }
    }
  }
`);

/** Shows the loans of a wallet with their distance to liquidation. */
export function WalletLoans(props: {
  readonly address: string;
  /** Whether to show what the markets still allow, and what falling prices would do. */
  readonly withStress?: boolean;
}) {
  const { address, withStress = false } = props;
  return (
    <QuerySection query={walletLoansQuery} variables={{ address }} height={160} every={20_000}>
      {({ portfolio }) => {
        const loans = portfolio.lending.positions ?? [];
        return (
          <div>
            <Loans loans={loans} withLimits={withStress} />
            {withStress && <LoanStress address={address} loans={loans} />}
          </div>
        );
      }}
    </QuerySection>
  );
}
