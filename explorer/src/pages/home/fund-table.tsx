import { Sparkline } from '../../charts/sparkline.tsx';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { DtfOrderField, FundRowFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatNumber } from '../../lib/format.ts';
import type { Sort } from '../../lib/use-url-sort.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';

const fundRow = graphql(`
  fragment FundRow on Dtf {
    id
    itpId
    name
    symbol
    assetCount
    aumUsd
    navPerShareUsd
    change24hPct
    navSeries(range: D30, maxPoints: 60) {
      timestamp
      nav
    }
  }
`);

type FundColumn = Column<FundRowFragment> & { readonly key: DtfOrderField | 'SPARKLINE' };

const columns: readonly FundColumn[] = [
  {
    key: 'NAME',
    label: 'Fund',
    cell: ({ itpId, symbol, name }) => <FundLink itpId={itpId} symbol={symbol} name={name} />,
    sortBy: 'server',
  },
  {
    key: 'NAV',
    label: 'NAV',
    align: 'right',
    cell: ({ itpId, navPerShareUsd }) => <LiveNav itpId={itpId} usd={navPerShareUsd} />,
    sortBy: 'server',
  },
  {
    key: 'CHANGE_24H',
    label: '24 h',
    align: 'right',
    cell: ({ change24hPct }) => <PercentChange percent={change24hPct} />,
    sortBy: 'server',
  },
  {
    key: 'SPARKLINE',
    label: '30 days',
    minor: true,
    cell: ({ navSeries, symbol }) => (
      <Sparkline
        values={navSeries?.map(({ nav }) => nav) ?? []}
        label={`NAV of ${symbol ?? 'the fund'} over 30 days`}
      />
    ),
  },
  {
    key: 'AUM',
    label: 'AUM',
    align: 'right',
    cell: ({ aumUsd }) => formatCompactUsd(aumUsd),
    sortBy: 'server',
  },
  {
    key: 'ASSET_COUNT',
    label: 'Assets',
    align: 'right',
    minor: true,
    cell: ({ assetCount }) => formatNumber(assetCount),
    sortBy: 'server',
  },
];

/** A table of one page of funds, in the server's order. */
export function FundTable(props: {
  readonly funds: readonly FragmentType<typeof fundRow>[];
  readonly sort: Sort<DtfOrderField>;
  readonly onSort: (sort: Sort<DtfOrderField>) => void;
}) {
  return (
    <DataTable
      label="Funds"
      columns={columns}
      rows={readFragment(fundRow, props.funds)}
      rowKey={({ id }) => id}
      order={{
        sort: props.sort,
        // Only columns by which the server can sort are clickable.
        onSort: (sort) => props.onSort(sort as Sort<DtfOrderField>),
      }}
      empty="No fund matches. Try another name or asset."
    />
  );
}
