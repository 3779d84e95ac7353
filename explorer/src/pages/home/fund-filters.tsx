import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';

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

/** Fields that filter the list of funds. */
export function FundFilters(props: {
  readonly search: string;
  readonly asset: string;
  readonly onChange: (name: 'search' | 'asset', value: string) => void;
}) {
  const { search, asset, onChange } = props;
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
    </>
  );
}
