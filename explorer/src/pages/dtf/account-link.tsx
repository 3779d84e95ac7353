import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { WalletLink } from '../../ui/figures.tsx';

const lendingContractQuery = graphql(`
  query LendingContract {
    deployment {
      id
      contracts {
        lending
      }
    }
  }
`);

/** Shows who holds or moves shares: a wallet, or the lending market, which holds collateral. */
export function AccountLink({ address }: { readonly address: string }) {
  const [{ data }] = useQuery({ query: lendingContractQuery, requestPolicy: 'cache-first' });
  const lending = data?.deployment?.contracts.lending ?? null;
  if (lending?.toLowerCase() !== address.toLowerCase()) return <WalletLink address={address} />;
  return (
    <Link className="nowrap" to="/lending" title={address}>
      Lending market
    </Link>
  );
}
