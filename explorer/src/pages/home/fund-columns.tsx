import { Sparkline } from '../../charts/sparkline.tsx';
import { graphql } from '../../generated/gql.ts';
import type { DtfOrderField, FundRowFragment, ReturnPeriod } from '../../generated/graphql.ts';
import {
  formatCompactUsd,
  formatExactWei,
  formatFixed,
  formatNumber,
  formatPercent,
  formatWei,
} from '../../lib/format.ts';
import { isMarked, understatedNote } from '../../lib/fresh-prices.ts';
import { fundDefinitions as definitions, returnDefinition } from '../../lib/fund-definitions.ts';
import { explain } from '../../performance/plain-definitions.ts';
import type { Column } from '../../ui/data-table.tsx';
import { FundLink, PercentChange } from '../../ui/figures.tsx';
import { FreshMark } from '../../ui/fresh-mark.tsx';
import { freshPricesColumn } from '../../ui/fresh-prices-column.ts';
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
    totalSupply
    navPerShareUsd
    change24hPct
    unchangedPricesPct
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

/** The key of a column: what the server sorts by, or what it does not sort by. */
export type FundColumnKey =
  | DtfOrderField
  | 'SPARKLINE'
  | 'RETURN_7D'
  | 'RETURN_90D'
  | 'RETURN_YTD'
  | 'SHARES'
  | 'FRESH_PRICES';

/** A column of the list of funds. */
export type FundColumn = Column<FundRowFragment> & {
  readonly key: FundColumnKey;
};

/** Days of the series of a year where a data node has no older values. */
const daysOfYearSeries = 364;

const returnOf = ({ performance }: FundRowFragment, name: ReturnPeriod): number | null =>
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
  label,
  window: '1 year',
  ascendsFirst: deepestFirst,
  definition: `${explain(name)} From the daily returns of the last 365 days.`,
  align: 'right',
  csv: { [file]: ({ performance }) => performance?.[name] },
  cell: ({ performance, unchangedPricesPct }) =>
    isMarked(unchangedPricesPct) ? (
      <span className="understated" title={understatedNote}>
        {format(performance?.[name])}
      </span>
    ) : (
      format(performance?.[name])
    ),
  sortBy: 'server',
});

/** The columns of figures that unchanged prices distort. */
export const riskColumns: ReadonlySet<FundColumnKey> = new Set([
  'VOLATILITY',
  'MAX_DRAWDOWN',
  'SHARPE',
  'SORTINO',
  'CALMAR',
]);

const periodReturn = (
  key: FundColumnKey,
  window: string,
  when: string,
  file: string,
  period: ReturnPeriod,
  sortBy?: 'server',
): FundColumn => ({
  key,
  label: 'Return',
  window,
  definition: returnDefinition(when),
  align: 'right',
  csv: { [file]: (fund) => returnOf(fund, period) },
  cell: (fund) => <PercentChange percent={returnOf(fund, period)} />,
  ...(sortBy === undefined ? {} : { sortBy }),
});

/** All columns of the list of funds, in their order. */
export const fundColumns: readonly FundColumn[] = [
  {
    key: 'NAME',
    label: 'Fund',
    cell: ({ itpId, symbol, name, unchangedPricesPct }) => (
      <span className="watched-fund">
        <WatchButton itpId={itpId} name={symbol ?? name ?? 'this fund'} />
        <span className="marked-fund">
          <FundLink itpId={itpId} symbol={symbol} name={name} />
          <FreshMark unchangedPct={unchangedPricesPct} />
        </span>
      </span>
    ),
    sortBy: 'server',
    csv: { ticker: ({ symbol }) => symbol, fund: ({ name }) => name, itp_id: ({ itpId }) => itpId },
  },
  {
    key: 'NAV',
    label: 'NAV',
    window: 'live',
    definition: `${definitions.nav} It changes while you watch; all other columns are from the last reading, stated below the list.`,
    align: 'right',
    csv: { nav_usd: ({ navPerShareUsd }) => navPerShareUsd },
    cell: ({ itpId, navPerShareUsd }) => <LiveNav itpId={itpId} usd={navPerShareUsd} />,
    sortBy: 'server',
  },
  {
    key: 'CHANGE_24H',
    label: 'Change',
    window: '24 hours',
    definition: definitions.change24h,
    align: 'right',
    csv: { change_24h_pct: ({ change24hPct }) => change24hPct },
    cell: ({ change24hPct }) => <PercentChange percent={change24hPct} />,
    sortBy: 'server',
  },
  {
    key: 'SPARKLINE',
    label: 'Trend',
    window: '30 days',
    definition: 'The NAV over the last 30 days as a line, from its lowest to its highest value.',
    cell: ({ navSeries, symbol }) => (
      <Sparkline
        values={navSeries?.map(({ nav }) => nav) ?? []}
        label={`NAV of ${symbol ?? 'the fund'} over 30 days`}
      />
    ),
    csv: {},
  },
  periodReturn('RETURN_7D', '7 days', 'in the last 7 days', 'return_7d_pct', 'WEEK'),
  periodReturn('RETURN_30D', '30 days', 'in the last 30 days', 'return_30d_pct', 'MONTH', 'server'),
  periodReturn('RETURN_90D', '90 days', 'in the last 90 days', 'return_90d_pct', 'QUARTER'),
  periodReturn('RETURN_YTD', 'this year', 'since the year began', 'return_ytd_pct', 'YEAR_TO_DATE'),
  {
    key: 'RETURN_1Y',
    label: 'Return',
    window: '1 year',
    definition: returnDefinition('in the last 365 days'),
    align: 'right',
    csv: { return_1y_pct: yearReturnOf },
    cell: (fund) => <PercentChange percent={yearReturnOf(fund)} />,
    sortBy: 'server',
  },
  figure('VOLATILITY', 'Volatility', 'volatilityPct', 'volatility_pct', formatPercent),
  figure('MAX_DRAWDOWN', 'Drawdown', 'maxDrawdownPct', 'max_drawdown_pct', formatPercent, true),
  figure('SHARPE', 'Sharpe', 'sharpe', 'sharpe', formatFixed),
  figure('SORTINO', 'Sortino', 'sortino', 'sortino', formatFixed),
  figure('CALMAR', 'Calmar', 'calmar', 'calmar', formatFixed),
  {
    key: 'AUM',
    label: 'AUM',
    window: 'USD',
    definition: definitions.aum,
    align: 'right',
    csv: { aum_usd: ({ aumUsd }) => aumUsd },
    cell: ({ aumUsd }) => formatCompactUsd(aumUsd),
    sortBy: 'server',
  },
  {
    key: 'SHARES',
    label: 'Shares',
    window: 'outstanding',
    definition: definitions.shares,
    align: 'right',
    csv: { shares: ({ totalSupply }) => formatExactWei(totalSupply) },
    cell: ({ totalSupply }) => formatWei(totalSupply, ''),
  },
  {
    key: 'ASSET_COUNT',
    label: 'Assets',
    window: 'held',
    definition: definitions.assets,
    align: 'right',
    csv: { assets: ({ assetCount }) => assetCount },
    cell: ({ assetCount }) => formatNumber(assetCount),
    sortBy: 'server',
  },
  {
    key: 'FRESH_PRICES',
    ...freshPricesColumn(({ unchangedPricesPct }: FundRowFragment) => unchangedPricesPct),
  },
];

/** Columns that a reader can hide: all but the name. */
export const optionalColumns = fundColumns.filter(({ key }) => key !== 'NAME');

/** Names a column in one line. */
export const nameColumn = ({ label, window }: Pick<FundColumn, 'label' | 'window'>): string =>
  window === undefined ? label : `${label}, ${window}`;
