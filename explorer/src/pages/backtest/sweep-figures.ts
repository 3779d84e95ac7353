import type { RunStatsFragment } from '../../generated/graphql.ts';
import {
  formatChange,
  formatCount,
  formatFixed,
  formatNumber,
  formatPercent,
} from '../../lib/format.ts';
import { tradingCostsLabel } from '../../performance/plain-definitions.ts';
import { hasRatios, isYear } from './format-run.ts';
import { readRunStats } from './stat-columns.tsx';

type Stats = NonNullable<RunStatsFragment['stats']>;

/** The figures by which variants are judged, with their names in a CSV. */
export const sweepFigures = {
  SHARPE: {
    label: 'Sharpe',
    csv: 'sharpe',
    note: 'Mean over standard deviation of daily returns, annualised; the risk-free rate is 0.',
    read: (stats: Stats) => (hasRatios(stats) ? stats.sharpeRatio : null),
    best: 'Highest Sharpe',
    format: (value: number) => formatFixed(value),
    better: 'higher',
  },
  RETURN: {
    label: 'Total return',
    csv: 'total_return_pct',
    note: 'Growth from the first to the last day.',
    read: ({ totalReturnPct }: Stats) => totalReturnPct,
    best: 'Highest return',
    bestLoss: 'Smallest loss',
    format: formatChange,
    better: 'higher',
  },
  YEAR: {
    label: 'Return per year',
    csv: 'return_pct_per_year',
    note: 'Total return as a constant rate per year; not stated for less than a year.',
    read: (stats: Stats) => (isYear(stats) ? stats.annualizedReturn : null),
    best: 'Highest return per year',
    bestLoss: 'Smallest loss per year',
    format: formatChange,
    better: 'higher',
  },
  DRAWDOWN: {
    label: 'Largest drawdown',
    csv: 'max_drawdown_pct',
    note: 'Largest loss since an earlier peak; the mildest, nearest to 0, is the best.',
    read: ({ maxDrawdownPct }: Stats) => maxDrawdownPct,
    best: 'Mildest drawdown',
    format: formatPercent,
    better: 'higher',
  },
  FEES: {
    label: tradingCostsLabel,
    csv: 'fees_pct',
    note: 'Trading fees and slippage of all rebalances added up, as a percentage of the value at each; the lowest is the best.',
    read: ({ totalFeesPct }: Stats) => totalFeesPct,
    best: 'Lowest trading costs',
    format: formatPercent,
    better: 'lower',
  },
} as const;

export type SweepFigure = keyof typeof sweepFigures;

export const sweepFigureChoices = Object.entries(sweepFigures).map(
  ([name, { label }]) => [name as SweepFigure, label] as const,
);

type RunWithStats = Parameters<typeof readRunStats>[0];

/** Returns a figure of a run; null where there is none. */
export function readSweepFigure(run: RunWithStats, figure: SweepFigure): number | null {
  const stats = readRunStats(run);
  return stats === null ? null : sweepFigures[figure].read(stats);
}

/** A finished variant with its name and the page of its run. */
export type NamedVariant = {
  readonly name: string;
  readonly to: string;
  readonly run: RunWithStats & { readonly runId: number };
};

/** Returns the best variant by a figure; null where no variant has it. */
export function bestVariant(variants: readonly NamedVariant[], figure: SweepFigure) {
  const sign = sweepFigures[figure].better === 'higher' ? 1 : -1;
  return variants.reduce<{ readonly variant: NamedVariant; readonly value: number } | null>(
    (best, variant) => {
      const value = readSweepFigure(variant.run, figure);
      if (value === null || (best !== null && sign * value <= sign * best.value)) return best;
      return { variant, value };
    },
    null,
  );
}

/** Names what the best variant by a figure has, null without one: the smallest loss where all lose. */
export function nameBest(figure: SweepFigure, value: number | null): string {
  const named = sweepFigures[figure];
  return 'bestLoss' in named && value !== null && value < 0 ? named.bestLoss : named.best;
}

/** The total return of a variant minus that of BTC over the same days, percentage points. */
export type ExcessOverBtc = { readonly name: string; readonly points: number };

/** Says how many variants beat BTC, and by how much the best one does. */
export function describeExcess(variants: readonly ExcessOverBtc[]): string {
  const best = variants.reduce((one, other) => (other.points > one.points ? other : one));
  const beating = variants.filter(({ points }) => points > 0).length;
  const size = `${formatFixed(Math.abs(best.points))} percentage points`;
  if (beating === 0)
    return `None of ${formatCount(variants.length, 'variant')} beats BTC over the same days; the best, ${best.name}, is ${size} behind it.`;
  const count = `${formatNumber(beating)} of ${formatCount(variants.length, 'variant')}`;
  return `${count} ${beating === 1 ? 'beats' : 'beat'} BTC over the same days; the best, ${best.name}, by ${size}.`;
}
