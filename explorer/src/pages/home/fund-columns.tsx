import { Sparkline } from '../../charts/sparkline.tsx';
import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { DtfOrderField, FundRowFragment } from '../../generated/graphql.ts';
import { formatCompactUsd, formatFixed, formatNumber, formatPercent } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { LiveNav } from '../../ui/live-nav.tsx';
import { WatchButton } from '../../ui/watch-button.tsx';

export const fundRow = graphql(`
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
    performance(range: $yearRange, from: $yearBegin) {
      returns
      missingDays
      totalReturnPct
      volatilityPct
      maxDrawdownPct
      sharpe
      sortino
      calmar
      periodReturns {
        period
        returnPct
      }
    }
  }
`);

/** The key of a column: what the server sorts by, or the line of 30 days. */
export type FundColumnKey = DtfOrderField | 'SPARKLINE';

/** A column of the list of funds. */
export type FundColumn = Column<FundRowFragment> & {
  readonly key: FundColumnKey;
};

/** Days of the series of a year where a data node has no older values. */
const daysOfYearSeries = 364;

const returnOf = ({ performance }: FundRowFragment, name: 'MONTH' | 'YEAR'): number | null =>
  performance?.periodReturns.find(({ period }) => period === name)?.returnPct ?? null;

/** Returns the figure by which `RETURN_1Y` sorts. */
function yearReturnOf(fund: FundRowFragment): number | null {
  const { performance } = fund;
  if (performance === null) return null;
  const isWholeYear = performance.returns + performance.missingDays >= daysOfYearSeries;
  return returnOf(fund, 'YEAR') ?? (isWholeYear ? performance.totalReturnPct : null);
}

type FigureName = 'volatilityPct' | 'maxDrawdownPct' | 'sharpe' | 'sortino' | 'calmar';

const figure = (
  key: FundColumnKey,
  label: string,
  name: FigureName,
  file: string,
  format: (value: number | null | undefined) => string,
  deepestFirst = false,
): FundColumn => ({
  key,
  label: `${label} 1 y`,
  ascendsFirst: deepestFirst,
  definition: `${definitions[name]} Daily returns of the last 365 days.`,
  align: 'right',
  csv: { [file]: ({ performance }) => performance?.[name] },
  cell: ({ performance }) => format(performance?.[name]),
  sortBy: 'server',
});

/** All columns of the list of funds, in their order. */
export const fundColumns: readonly FundColumn[] = [
  {
    key: 'NAME',
    label: 'Fund',
    cell: ({ itpId, symbol, name }) => (
      <span className="watched-fund">
        <WatchButton itpId={itpId} name={symbol ?? name ?? 'this fund'} />
        <FundLink itpId={itpId} symbol={symbol} name={name} />
      </span>
    ),
    sortBy: 'server',
    csv: { ticker: ({ symbol }) => symbol, fund: ({ name }) => name, itp_id: ({ itpId }) => itpId },
  },
  {
    key: 'NAV',
    label: 'NAV',
    definition:
      'Net asset value of one share: the sum of quantity times price over its basket, USD.',
    align: 'right',
    csv: { nav_usd: ({ navPerShareUsd }) => navPerShareUsd },
    cell: ({ itpId, navPerShareUsd }) => <LiveNav itpId={itpId} usd={navPerShareUsd} />,
    sortBy: 'server',
  },
  {
    key: 'CHANGE_24H',
    label: '24 h',
    definition: 'The newest NAV against the one nearest to 24 hours before, percent.',
    align: 'right',
    csv: { change_24h_pct: ({ change24hPct }) => change24hPct },
    cell: ({ change24hPct }) => <PercentChange percent={change24hPct} />,
    sortBy: 'server',
  },
  {
    key: 'SPARKLINE',
    label: '30 days',
    definition: 'The NAV of the last 30 days as a line, from its lowest to its highest value.',
    cell: ({ navSeries, symbol }) => (
      <Sparkline
        values={navSeries?.map(({ nav }) => nav) ?? []}
        label={`NAV of ${symbol ?? 'the fund'} over 30 days`}
      />
    ),
    csv: {},
  },
  {
    key: 'RETURN_30D',
    label: 'Return 30 d',
    definition: 'Change of the NAV in the last 30 days, percent, not annualised.',
    align: 'right',
    csv: { return_30d_pct: (fund) => returnOf(fund, 'MONTH') },
    cell: (fund) => <PercentChange percent={returnOf(fund, 'MONTH')} />,
    sortBy: 'server',
  },
  {
    key: 'RETURN_1Y',
    label: 'Return 1 y',
    definition: 'Change of the NAV in the last 365 days, percent, as on the page of the fund.',
    align: 'right',
    csv: { return_1y_pct: yearReturnOf },
    cell: (fund) => <PercentChange percent={yearReturnOf(fund)} />,
    sortBy: 'server',
  },
  figure('VOLATILITY', 'Volatility', 'volatilityPct', 'volatility_pct', formatPercent),
  figure('MAX_DRAWDOWN', 'Max drawdown', 'maxDrawdownPct', 'max_drawdown_pct', formatPercent, true),
  figure('SHARPE', 'Sharpe', 'sharpe', 'sharpe', formatFixed),
  figure('SORTINO', 'Sortino', 'sortino', 'sortino', formatFixed),
  figure('CALMAR', 'Calmar', 'calmar', 'calmar', formatFixed),
  {
    key: 'AUM',
    label: 'AUM',
    definition: 'Assets under management: NAV per share times shares outstanding, USD.',
    align: 'right',
    csv: { aum_usd: ({ aumUsd }) => aumUsd },
    cell: ({ aumUsd }) => formatCompactUsd(aumUsd),
    sortBy: 'server',
  },
  {
    key: 'ASSET_COUNT',
    label: 'Assets',
    definition: 'Number of assets in the basket.',
    align: 'right',
    csv: { assets: ({ assetCount }) => assetCount },
    cell: ({ assetCount }) => formatNumber(assetCount),
    sortBy: 'server',
  },
];

/** Columns that a reader can hide: all but the name. */
export const optionalColumns = fundColumns.filter(({ key }) => key !== 'NAME');

/** Columns that are shown until a reader chooses others. */
export const usualColumns: ReadonlySet<FundColumnKey> = new Set<FundColumnKey>([
  'NAV',
  'CHANGE_24H',
  'SPARKLINE',
  'RETURN_30D',
  'RETURN_1Y',
  'VOLATILITY',
  'MAX_DRAWDOWN',
  'SHARPE',
  'AUM',
  'ASSET_COUNT',
]);
