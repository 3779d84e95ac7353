import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { SegmentedControl, SelectField, TextField } from '../../ui/fields.tsx';

const heldAssetsQuery = graphql(`
  query HeldAssets {
    dtfs(first: 100) {
      edges {
        node {
          id
          holdings {
            asset {
              id
              symbol
            }
          }
        }
      }
    }
  }
`);

/** A filter in the page's address. */
export type FilterName = 'search' | 'asset' | 'show';

/** Fields that filter the list of funds. */
export function FundFilters(props: {
  readonly search: string;
  readonly asset: string;
  readonly isWatchlist: boolean;
  readonly onChange: (name: FilterName, value: string) => void;
}) {
  const { search, asset, isWatchlist, onChange } = props;
  const [{ data }] = useQuery({ query: heldAssetsQuery, requestPolicy: 'cache-first' });
  const symbols = useMemo(() => {
    const held = (data?.dtfs?.edges ?? []).flatMap(({ node }) =>
      (node.holdings ?? []).map((holding) => holding.asset.symbol),
    );
    return [...new Set(asset === '' ? held : [asset, ...held])].sort();
  }, [data, asset]);
  return (
    <>
      <TextField
        label="Search"
        type="search"
        placeholder="Name or ticker"
        value={search}
        onChange={({ target }) => onChange('search', target.value)}
      />
      <SelectField
        label="Holds asset"
        value={asset}
        onChange={({ target }) => onChange('asset', target.value)}
      >
        <option value="">Any asset</option>
        {symbols.map((symbol) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </SelectField>
      <SegmentedControl
        label="Which funds"
        value={isWatchlist ? 'watchlist' : 'all'}
        options={[
          ['all', 'All funds'],
          ['watchlist', 'Watchlist'],
        ]}
        onChange={(value) => onChange('show', value === 'all' ? '' : value)}
      />
    </>
  );
}
