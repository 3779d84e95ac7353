import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { StillAssets } from '../../ui/still-prices.tsx';

const stillAssetsQuery = graphql(`
  query FundStillAssets($id: ID!) {
    dtf(id: $id) {
      id
      enrichment {
        holdings {
          symbol
          weight
          asset {
            id
            unchangedSince
          }
        }
      }
    }
  }
`);

/** Names the assets of a fund whose prices do not move; nothing until they are known. */
export function FundStillAssets({ itpId }: { readonly itpId: string }) {
  const [{ data }] = useQuery({ query: stillAssetsQuery, variables: { id: itpId } });
  return <StillAssets holdings={data?.dtf?.enrichment.holdings ?? []} />;
}
