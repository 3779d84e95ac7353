import type { BasketQuery } from '../../generated/graphql.ts';
import {
  formatCompactUsd,
  formatExactWei,
  formatFraction,
  formatPrice,
  formatWei,
} from '../../lib/format.ts';
import { explainUnchanged, formatUnchanged } from '../../lib/fresh-prices.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/figures.tsx';

type Row = NonNullable<NonNullable<BasketQuery['dtf']>['enrichment']['holdings']>[number] & {
  readonly quantity: string | undefined;
};

/** The change of 24 hours; null for a price that stands still. */
const changeOf = ({ change24hPct, asset }: Row) =>
  asset.unchangedSince === null ? change24hPct : null;

const columns: readonly Column<Row>[] = [
  {
    key: 'asset',
    label: 'Asset',
    cell: ({ symbol, name, asset: { unchangedSince } }) => (
      <>
        <span className="ticker">{symbol}</span> <span className="asset-name">{name}</span>
        {unchangedSince !== null && (
          <span className="unchanged" title={explainUnchanged(unchangedSince)}>
            {formatUnchanged(unchangedSince)}
          </span>
        )}
      </>
    ),
    sortBy: ({ symbol }) => symbol,
    csv: {
      symbol: ({ symbol }) => symbol,
      name: ({ name }) => name,
      price_unchanged_since: ({ asset }) => asset.unchangedSince,
    },
  },
  {
    key: 'weight',
    label: 'Weight',
    definition: 'Share of the NAV, percent.',
    align: 'right',
    cell: ({ weight }) => formatFraction(weight),
    sortBy: ({ weight }) => weight,
    csv: 'weight_fraction',
  },
  {
    key: 'price',
    label: 'Price',
    definition: 'Latest price of the asset, USD: the snapshot’s, else the market’s.',
    align: 'right',
    cell: ({ priceUsd }) => formatPrice(priceUsd),
    sortBy: ({ priceUsd }) => priceUsd,
    csv: 'price_usd',
  },
  {
    key: 'change',
    label: '24 h',
    definition: 'Change of the price in 24 hours, percent; none for a price that stands still.',
    align: 'right',
    cell: (row) => <PercentChange percent={changeOf(row)} />,
    sortBy: changeOf,
    csv: 'change_24h_pct',
  },
  {
    key: 'quantity',
    label: 'Per share',
    definition: 'Quantity of the asset in one share of the fund.',
    align: 'right',
    minor: true,
    cell: ({ quantity, symbol }) => formatWei(quantity, symbol, 6),
    csv: { quantity_per_share: (row) => formatExactWei(row.quantity) },
  },
  {
    key: 'cap',
    label: 'Market cap',
    definition: 'Market capitalisation of the asset, USD.',
    align: 'right',
    minor: true,
    cell: ({ marketCapUsd }) => formatCompactUsd(marketCapUsd),
    sortBy: ({ marketCapUsd }) => marketCapUsd,
    csv: 'market_cap_usd',
  },
];

/** The holdings of a fund as a table. */
export function BasketTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <DataTable
      label="Basket"
      csv="basket"
      firstRows={12}
      columns={columns}
      rows={rows}
      rowKey={({ symbol }) => symbol}
      initialSort={{ key: 'weight', descending: true }}
    />
  );
}
