import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { type BenchmarkComparison, rebase } from '../../../finance/benchmark-comparison.ts';
import { formatDay, parseDay, selectDays } from '../../../finance/daily-series.ts';
import { distributionOf } from '../../../finance/distribution.ts';
import { performanceOf } from '../../../finance/performance.ts';
import {
  expectedShortfallPct,
  probabilisticSharpe,
  valueAtRiskPct,
} from '../../../finance/risk-figures.ts';
import { checkWindow, rollingWindows } from '../../../finance/rolling.ts';
import { daysPerYear } from '../../../finance/statistics.ts';
import { applyMaxPoints } from '../../../graphql/apply-max-points.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { runYielding } from '../../../lib/event-loop-turns.ts';
import type { PerformanceContext } from './benchmark-series.ts';
import { readBenchmarkComparison } from './benchmark-series.ts';
import { toDailyBenchmark } from './daily-run-series.ts';

const maxEpisodes = 100;

/** Dates of all days of a comparison with both values, 1 on the first day. */
function comparedPoints({ common: [series, benchmark] }: BenchmarkComparison) {
  const [values, theirs] = [rebase(series), rebase(benchmark)];
  return series.days.map((day, at) => ({
    date: formatDay(day),
    value: values[at] ?? Number.NaN,
    benchmark: theirs[at] ?? Number.NaN,
  }));
}

export const performanceResolvers: Resolvers<PerformanceContext> = {
  Performance: {
    valueAtRiskPct: ({ sortedReturns }, { confidence }) =>
      valueAtRiskPct(sortedReturns, confidence),
    expectedShortfallPct: ({ sortedReturns }, { confidence }) =>
      expectedShortfallPct(sortedReturns, confidence),
    probabilisticSharpe: ({ excess }, { benchmark }) =>
      probabilisticSharpe(excess, benchmark / Math.sqrt(daysPerYear)),
    drawdowns: ({ episodes }, { first }) => {
      const count = first ?? 5;
      if (count < 1 || count > maxEpisodes) {
        throw new InvalidInputError(`first must be from 1 to ${maxEpisodes}`);
      }
      return episodes.slice(0, count);
    },
    drawdownSeries: ({ series, drawdownsPct }, { maxPoints }) =>
      applyMaxPoints(
        drawdownsPct.map((drawdownPct, at) => ({ day: series.days[at] ?? 0, drawdownPct })),
        maxPoints,
        (point) => point.drawdownPct,
      ),
    rolling: async ({ series, riskFree }, { days, maxPoints }) => {
      checkWindow(days);
      const windows = await runYielding(rollingWindows(series, { length: days, riskFree }));
      return applyMaxPoints(windows, maxPoints, ({ returnPct }) => returnPct);
    },
    distribution: ({ sortedReturns }, { bins }) => distributionOf(sortedReturns, bins),
    versus: (performance, { benchmark }, context) =>
      readBenchmarkComparison(performance, benchmark, context),
  },
  DayReturn: { date: ({ day }) => formatDay(day) },
  PeriodReturn: {
    from: ({ from }) => (from === null ? null : formatDay(from)),
    to: ({ to }) => formatDay(to),
  },
  Drawdown: {
    peakDate: ({ peak }) => formatDay(peak),
    troughDate: ({ trough }) => formatDay(trough),
    recoveryDate: ({ recovery }) => (recovery === null ? null : formatDay(recovery)),
    days: ({ peak, end }) => end - peak,
    daysToTrough: ({ peak, trough }) => trough - peak,
    daysToRecovery: ({ trough, recovery }) => (recovery === null ? null : recovery - trough),
  },
  DrawdownPoint: { date: ({ day }) => formatDay(day) },
  RollingFigures: { date: ({ day }) => formatDay(day) },
  BenchmarkComparison: {
    series: (comparison, { maxPoints }) =>
      applyMaxPoints(comparedPoints(comparison), maxPoints, ({ value }) => value),
  },
  SimulationRun: {
    performance: async ({ runId, navSeries }, { from, to, riskFreePct }, context) => {
      const series = await context.loaders.sim.dailySeries(runId, navSeries);
      if (series === null) return null;
      const isWhole = from == null && to == null;
      const [first, last] = [from, to].map((date) => (date == null ? null : parseDay(date)));
      return performanceOf(
        isWhole ? series : selectDays(series, first ?? null, last ?? null),
        riskFreePct,
      );
    },
  },
  Benchmark: {
    performance: ({ nav_series }, { riskFreePct }) =>
      performanceOf(toDailyBenchmark(nav_series), riskFreePct),
  },
};
