import type { ReactNode } from 'react';
import {
  performanceDefinitions as figures,
  simulationStatsDefinitions as stats,
} from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { ComparedFiguresQuery } from '../../generated/graphql.ts';
import { formatFixed, formatNumber, formatPercent } from '../../lib/format.ts';
import { leastReturns, leastYearDays } from '../../performance/least-lengths.ts';
import {
  feesDefinition,
  feesLabel,
  turnoverDefinition,
} from '../../performance/plain-definitions.ts';
import { PercentChange } from '../../ui/figures.tsx';

export const comparedFiguresQuery = graphql(`
  query ComparedFigures($ids: [ID!]!, $from: Date!, $to: Date!) {
    simulations(ids: $ids) {
      id
      runId
      performance(from: $from, to: $to) {
        returns
        totalReturnPct
        annualizedReturnPct
        volatilityPct
        maxDrawdownPct
        sharpe
        sortino
        calmar
      }
      stats {
        totalFeesPct
        totalTrades
      }
      turnover {
        annualMeanPct
      }
    }
  }
`);

export type FigureRun = NonNullable<NonNullable<ComparedFiguresQuery['simulations']>[number]>;

/** A figure by which runs are compared. */
export type RunFigure = {
  readonly key: string;
  readonly label: string;
  readonly definition: string;
  /** Which of two values is the better one. */
  readonly better: 'higher' | 'lower';
  readonly read: (run: FigureRun) => number | null;
  readonly show: (value: number | null) => ReactNode;
  /** Name of the figure in the CSV. */
  readonly csv: string;
};

const change = (value: number | null) => <PercentChange percent={value} />;
const percent = (value: number | null) => formatPercent(value);
const ratio = (value: number | null) => formatFixed(value);

/** Ratios of few returns say nothing. */
const readRatio =
  (name: 'sharpe' | 'sortino' | 'calmar') =>
  ({ performance }: FigureRun) =>
    performance !== null && performance.returns >= leastReturns ? performance[name] : null;

/** Figures of the days that all runs have. */
export const commonFigures: readonly RunFigure[] = [
  {
    key: 'return',
    label: 'Total return',
    definition: figures.totalReturnPct,
    better: 'higher',
    read: ({ performance }) => performance?.totalReturnPct ?? null,
    show: change,
    csv: 'return_pct',
  },
  {
    key: 'year',
    label: 'Return per year',
    definition: figures.annualizedReturnPct,
    better: 'higher',
    // Of less than a year it is an extrapolation.
    read: ({ performance }) =>
      performance !== null && performance.returns >= leastYearDays
        ? performance.annualizedReturnPct
        : null,
    show: change,
    csv: 'return_pct_per_year',
  },
  {
    key: 'volatility',
    label: 'Volatility per year',
    definition: figures.volatilityPct,
    better: 'lower',
    read: ({ performance }) => performance?.volatilityPct ?? null,
    show: percent,
    csv: 'volatility_pct_per_year',
  },
  {
    key: 'drawdown',
    label: 'Largest drawdown',
    definition: figures.maxDrawdownPct,
    better: 'higher',
    read: ({ performance }) => performance?.maxDrawdownPct ?? null,
    show: percent,
    csv: 'max_drawdown_pct',
  },
  {
    key: 'sharpe',
    label: 'Sharpe ratio',
    definition: figures.sharpe,
    better: 'higher',
    read: readRatio('sharpe'),
    show: ratio,
    csv: 'sharpe',
  },
  {
    key: 'sortino',
    label: 'Sortino ratio',
    definition: figures.sortino,
    better: 'higher',
    read: readRatio('sortino'),
    show: ratio,
    csv: 'sortino',
  },
  {
    key: 'calmar',
    label: 'Calmar ratio',
    definition: figures.calmar,
    better: 'higher',
    read: readRatio('calmar'),
    show: ratio,
    csv: 'calmar',
  },
];

/** Figures of the whole runs, which trade before the days that all have, too. */
export const wholeFigures: readonly RunFigure[] = [
  {
    key: 'fees',
    label: feesLabel,
    definition: feesDefinition,
    better: 'lower',
    read: (run) => run.stats?.totalFeesPct ?? null,
    show: percent,
    csv: 'fees_pct',
  },
  {
    key: 'turnover',
    label: 'Turnover per year',
    definition: turnoverDefinition,
    better: 'lower',
    read: ({ turnover }) => turnover?.annualMeanPct ?? null,
    show: (value) => formatPercent(value, 0),
    csv: 'turnover_pct_per_year',
  },
  {
    key: 'trades',
    label: 'Trades',
    definition: stats.totalTrades,
    better: 'lower',
    read: (run) => run.stats?.totalTrades ?? null,
    show: (value) => formatNumber(value),
    csv: 'trades',
  },
];

/** Returns the best value of a figure; null where all are the same, so that none is the best. */
export function bestOf({ read, better }: RunFigure, runs: readonly FigureRun[]): number | null {
  const values = runs.flatMap((run) => read(run) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || low === high) return null;
  return better === 'higher' ? high : low;
}
