import { useState } from 'react';
import { Treemap } from '../../charts/treemap.tsx';
import { graphql } from '../../generated/gql.ts';
import type { BasketQuery } from '../../generated/graphql.ts';
import {
  formatChange,
  formatCompactUsd,
  formatFraction,
  formatPrice,
  formatWei,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const basketQuery = graphql(`
  query Basket($id: ID!) {
    dtf(id: $id) {
      id
      holdings {
        quantity
        asset {
          id
          symbol
        }
      }
      enrichment {
        holdings {
          name
          symbol
          weight
          priceUsd
          change24hPct
          marketCapUsd
        }
      }
    }
  }
`);

type Enriched = NonNullable<NonNullable<BasketQuery['dtf']>['enrichment']['holdings']>[number] & {
  readonly quantity: string | undefined;
};

const columns: readonly Column<Enriched>[] = [
  {
    key: 'asset',
    label: 'Asset',
    cell: ({ symbol, name }) => (
      <>
        <span className="ticker">{symbol}</span> <span className="muted">{name}</span>
      </>
    ),
    sortBy: ({ symbol }) => symbol,
  },
  {
    key: 'weight',
    label: 'Weight',
    align: 'right',
    cell: ({ weight }) => formatFraction(weight, 2),
    sortBy: ({ weight }) => weight,
  },
  {
    key: 'price',
    label: 'Price',
    align: 'right',
    cell: ({ priceUsd }) => formatPrice(priceUsd),
    sortBy: ({ priceUsd }) => priceUsd,
  },
  {
    key: 'change',
    label: '24 h',
    align: 'right',
    cell: ({ change24hPct }) => <PercentChange percent={change24hPct} />,
    sortBy: ({ change24hPct }) => change24hPct,
  },
  {
    key: 'quantity',
    label: 'Per share',
    align: 'right',
    minor: true,
    cell: ({ quantity, symbol }) => formatWei(quantity, symbol, 6),
  },
  {
    key: 'cap',
    label: 'Market cap',
    align: 'right',
    minor: true,
    cell: ({ marketCapUsd }) => formatCompactUsd(marketCapUsd),
    sortBy: ({ marketCapUsd }) => marketCapUsd,
  },
];

/** Shows the holdings of a fund as a table or a treemap. */
export function FundBasket({ itpId }: { readonly itpId: string }) {
  const [view, setView] = useState<'table' | 'treemap'>('treemap');
  return (
    <QuerySection query={basketQuery} variables={{ id: itpId }} height={452}>
      {({ dtf }) => {
        const quantities = new Map(
          dtf?.holdings?.map(({ asset, quantity }) => [asset.symbol, quantity]),
        );
        const rows = (dtf?.enrichment.holdings ?? []).map((holding) => ({
          ...holding,
          quantity: quantities.get(holding.symbol),
        }));
        if (rows.length === 0) return <EmptyNote>There is no snapshot of the basket.</EmptyNote>;
        return (
          <>
            <SegmentedControl
              label="View"
              value={view}
              options={[
                ['treemap', 'Treemap'],
                ['table', 'Table'],
              ]}
              onChange={setView}
            />
            <div className="below-controls">
              {view === 'treemap' ? (
                <Treemap
                  label="Assets by weight"
                  height={400}
                  items={rows.map(({ symbol, weight, change24hPct }) => ({
                    key: symbol,
                    name: symbol,
                    share: weight,
                    change: change24hPct,
                    detail: formatChange(change24hPct),
                  }))}
                />
              ) : (
                <DataTable
                  label="Basket"
                  columns={columns}
                  rows={rows}
                  rowKey={({ symbol }) => symbol}
                  initialSort={{ key: 'weight', descending: true }}
                />
              )}
            </div>
          </>
        );
      }}
    </QuerySection>
  );
}
