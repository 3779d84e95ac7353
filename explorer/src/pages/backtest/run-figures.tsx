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
  tradingCostsDefinition,
  tradingCostsLabel,
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
  /** Whether it is a return by its risk, which orders nothing where all lose. */
  readonly isRatio?: true;
  readonly read: (run: FigureRun) => number | null;
  readonly show: (value: number | null) => ReactNode;
  /** Name of the figure in the CSV. */
  readonly csv: string;
};

const change = (value: number | null) => <PercentChange percent={value} />;

/** Creates a ratio of return and risk; of few returns it says nothing. */
const toRatio = (name: 'sharpe' | 'sortino' | 'calmar', label: string): RunFigure => ({
  key: name,
  label,
  definition: figures[name],
  better: 'higher',
  isRatio: true,
  read: ({ performance }) =>
    performance !== null && performance.returns >= leastReturns ? performance[name] : null,
  show: (value) => formatFixed(value),
  csv: name,
});

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
    show: formatPercent,
    csv: 'volatility_pct_per_year',
  },
  {
    key: 'drawdown',
    label: 'Largest drawdown',
    definition: figures.maxDrawdownPct,
    better: 'higher',
    read: ({ performance }) => performance?.maxDrawdownPct ?? null,
    show: formatPercent,
    csv: 'max_drawdown_pct',
  },
  toRatio('sharpe', 'Sharpe ratio'),
  toRatio('sortino', 'Sortino ratio'),
  toRatio('calmar', 'Calmar ratio'),
];

/** Figures of the whole runs, which trade before the days that all have, too. */
export const wholeFigures: readonly RunFigure[] = [
  {
    key: 'fees',
    label: tradingCostsLabel,
    definition: tradingCostsDefinition,
    better: 'lower',
    read: (run) => run.stats?.totalFeesPct ?? null,
    show: formatPercent,
    csv: 'fees_pct',
  },
  {
    key: 'turnover',
    label: 'Turnover per year',
    definition: turnoverDefinition,
    better: 'lower',
    read: ({ turnover }) => turnover?.annualMeanPct ?? null,
    show: formatPercent,
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

/** Returns the best value of a figure; null where none is: all are the same, or ratios of losses. */
export function bestOf(
  { read, better, isRatio }: RunFigure,
  runs: readonly FigureRun[],
): number | null {
  const values = runs.flatMap((run) => read(run) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || low === high || (isRatio && high <= 0)) return null;
  return better === 'higher' ? high : low;
}
