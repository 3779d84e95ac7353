import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { FundRowFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatCount, formatNumber } from '../../lib/format.ts';
import { dayChange } from '../../lib/series.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Change, FundLink } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';

const fundRow = graphql(`
  fragment FundRow on Dtf {
    id
    itpId
    name
    symbol
    assetCount
    aumUsd
    nav {
      usd
    }
    navSeries(range: D30) {
      timestamp
      nav
    }
    holdings {
      asset {
        id
        symbol
      }
    }
  }
`);

const changeOf = ({ navSeries, nav }: FundRowFragment) =>
  dayChange(
    (navSeries ?? []).map(({ timestamp, nav }) => ({ timestamp, value: nav })),
    nav?.usd,
  );

const columns: readonly Column<FundRowFragment>[] = [
  {
    key: 'fund',
    label: 'Fund',
    cell: ({ itpId, symbol, name }) => <FundLink itpId={itpId} symbol={symbol} name={name} />,
    sortBy: ({ name }) => name,
  },
  {
    key: 'nav',
    label: 'NAV',
    align: 'right',
    cell: ({ itpId, nav }) => <LiveNav itpId={itpId} usd={nav?.usd ?? null} />,
    sortBy: ({ nav }) => nav?.usd,
  },
  {
    key: 'change',
    label: '24 h',
    align: 'right',
    cell: (fund) => <Change percent={changeOf(fund)} />,
    sortBy: changeOf,
  },
  {
    key: 'spark',
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
    key: 'aum',
    label: 'AUM',
    align: 'right',
    cell: ({ aumUsd }) => formatCompactUsd(aumUsd),
    sortBy: ({ aumUsd }) => aumUsd,
  },
  {
    key: 'assets',
    label: 'Assets',
    align: 'right',
    minor: true,
    cell: ({ assetCount }) => formatNumber(assetCount),
    sortBy: ({ assetCount }) => assetCount,
  },
];

/** All funds: searched by name, filtered by what they hold, sorted by any column. */
export function FundTable(props: { readonly funds: readonly FragmentType<typeof fundRow>[] }) {
  const funds = readFragment(fundRow, props.funds);
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const asset = params.get('asset') ?? '';
  const assets = useMemo(
    () =>
      [
        ...new Set(
          funds.flatMap(({ holdings }) => holdings?.map(({ asset }) => asset.symbol) ?? []),
        ),
      ].sort(),
    [funds],
  );
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return funds.filter(
      ({ name, symbol, holdings }) =>
        `${name} ${symbol}`.toLowerCase().includes(wanted) &&
        (asset === '' || holdings?.some((holding) => holding.asset.symbol === asset)),
    );
  }, [funds, search, asset]);

  const setParam = (name: string, value: string) =>
    setParams(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );

  return (
    <section className="part" aria-label="All funds">
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          placeholder="Name or ticker"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setParam('search', target.value);
          }}
        />
        <SelectField
          label="Holds asset"
          value={asset}
          onChange={({ target }) => setParam('asset', target.value)}
        >
          <option value="">Any asset</option>
          {assets.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </SelectField>
        <p className="muted small" role="status">
          {formatCount(shown.length, 'fund')}
        </p>
      </div>
      <DataTable
        label="Funds"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        initialSort={{ key: 'aum', descending: true }}
        empty="No fund matches. Try another name or asset."
      />
    </section>
  );
}
