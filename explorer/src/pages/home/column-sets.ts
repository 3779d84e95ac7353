import type { FundColumnKey } from './fund-columns.tsx';

type ColumnSet = {
  readonly key: string;
  readonly label: string;
  readonly columns: ReadonlySet<FundColumnKey>;
  /** The column that narrow screens show beside name and NAV. */
  readonly main: FundColumnKey;
};

const set = (label: string, main: FundColumnKey, columns: readonly FundColumnKey[]): ColumnSet => ({
  key: label.toLowerCase(),
  label,
  main,
  columns: new Set(columns),
});

/** Columns for a question, the usual ones first. */
export const columnSets: readonly [ColumnSet, ...ColumnSet[]] = [
  set('Overview', 'CHANGE_24H', [
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
  ]),
  set('Returns', 'RETURN_1Y', [
    'NAV',
    'CHANGE_24H',
    'SPARKLINE',
    'RETURN_7D',
    'RETURN_30D',
    'RETURN_90D',
    'RETURN_YTD',
    'RETURN_1Y',
  ]),
  set('Risk', 'VOLATILITY', [
    'NAV',
    'RETURN_1Y',
    'VOLATILITY',
    'MAX_DRAWDOWN',
    'SHARPE',
    'SORTINO',
    'CALMAR',
  ]),
  set('Size', 'AUM', ['NAV', 'CHANGE_24H', 'AUM', 'SHARES', 'ASSET_COUNT', 'FRESH_PRICES']),
];

/** Returns the set that has these columns and no others. */
export const findSet = (shown: ReadonlySet<FundColumnKey>): ColumnSet | undefined =>
  columnSets.find(
    ({ columns }) => columns.size === shown.size && [...columns].every((key) => shown.has(key)),
  );
