import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { type BenchmarkComparison, rebase } from '../../../finance/benchmark-comparison.ts';
import { formatDay, selectDates } from '../../../finance/daily-series.ts';
import { distributionOf } from '../../../finance/distribution.ts';
import { contributionsOf, turnoverOf } from '../../../finance/holdings-figures.ts';
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
import { maxUnitsPerTurn, reserveTurn, runYielding } from '../../../lib/event-loop-turns.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { configOf, findRun, statsOf } from '../find-run.ts';
import type { RunParent } from '../graphql-parents.ts';
import type { SimContext } from '../loaders.ts';
import { parseRunIds } from '../run-ids.ts';
import type { RunHolding } from '../schema.ts';
import type { PerformanceContext } from './benchmark-series.ts';
import { readBenchmarkComparison } from './benchmark-series.ts';
import { toDailyBenchmark } from './daily-run-series.ts';
import { createRunReceipt } from './receipt.ts';
import { judgeRunSelection } from './selection.ts';

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

const maxContributions = 100;

/** Work of all figures of a run, in leaves: a run has a turn of the event loop to itself. */
const performanceUnits = maxUnitsPerTurn;

const turnoverOfRun = memoizeOnObject(turnoverOf);
const contributionsOfRun = memoizeOnObject(contributionsOf);

/** Returns the holdings of all rebalances; null when there are none. */
async function readAllHoldings(runId: number, { loaders }: SimContext) {
  const none: readonly RunHolding[] = [];
  const found = await valueOrIfNotFound(() => loaders.sim.allHoldings(runId), none);
  return found.length > 0 ? found : null;
}

/** Computes the receipt of a run; null when the data node does not list it. */
async function readReceipt(run: RunParent, context: SimContext) {
  const [config, series] = await Promise.all([
    configOf(run, context),
    run.navSeries ?? context.loaders.sim.navSeries(run.runId),
  ]);
  return config && series && createRunReceipt(config, series);
}

export const performanceResolvers: Resolvers<PerformanceContext> = {
  Performance: {
    valueAtRiskPct: ({ sortedReturns }, { confidence }) =>
      valueAtRiskPct(sortedReturns, confidence),
    expectedShortfallPct: ({ sortedReturns }, { confidence }) =>
      expectedShortfallPct(sortedReturns, confidence),
    probabilisticSharpe: ({ excess }, { benchmark }) =>
      probabilisticSharpe(excess, (benchmark ?? 0) / Math.sqrt(daysPerYear)),
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
    distribution: ({ sortedReturns }, { bins }) => distributionOf(sortedReturns, bins ?? 40),
    timeWeightedReturnPct: ({ timeWeightedReturnPct }) => timeWeightedReturnPct ?? null,
    moneyWeightedReturnPct: ({ moneyWeightedReturnPct }) => moneyWeightedReturnPct ?? null,
    leftOutIntervals: ({ leftOutIntervals }) => leftOutIntervals ?? null,
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
      await reserveTurn(performanceUnits);
      return performanceOf(selectDates(series, { from, to }), riskFreePct);
    },
    turnover: async ({ runId }, _args, context) => {
      const holdings = await readAllHoldings(runId, context);
      return holdings && turnoverOfRun(holdings);
    },
    contributions: async (run, { first }, context) => {
      const count = first ?? 20;
      if (count < 1 || count > maxContributions) {
        throw new InvalidInputError(`first must be from 1 to ${maxContributions}`);
      }
      const [holdings, stats] = await Promise.all([
        readAllHoldings(run.runId, context),
        statsOf(run, context),
      ]);
      if (!holdings) return null;
      const coins = contributionsOfRun(holdings);
      const sum = coins.reduce((total, { contributionPct }) => total + contributionPct, 0);
      return {
        coins: coins.slice(0, count),
        residualPct: stats ? stats.total_return_pct - sum : null,
      };
    },
    receipt: (run, _args, context) => readReceipt(run, context),
  },
  SweepDone: {
    selection: ({ variants }, { split }, context) =>
      judgeRunSelection(
        variants.map(({ run, variant }) => ({ run, label: variant ?? null })),
        split,
        context,
      ),
  },
  Query: {
    simulationSelection: async (_root, { runs, split }, context) => {
      if (runs.length < 2) throw new InvalidInputError('runs must be from 2 to 50');
      const runIds = new Set(parseRunIds(runs, 'runs').filter((runId) => runId !== null));
      const found = await Promise.all([...runIds].map((runId) => findRun(runId, context)));
      const candidates = found.flatMap((run) => (run ? [{ run, label: null }] : []));
      return judgeRunSelection(candidates, split, context);
    },
    verifySimulationReceipt: async (_root, { hash, runId }, context) => {
      const [id = null] = parseRunIds([runId], 'runId');
      const run = id === null ? null : await findRun(id, context);
      const receipt = run && (await readReceipt(run, context));
      return receipt && receipt.hash === hash.toLowerCase();
    },
  },
  CoinContribution: {
    asset: ({ symbol }) => ({ symbol: symbol.toUpperCase() }),
  },
  Benchmark: {
    performance: ({ nav_series }, { riskFreePct }) =>
      performanceOf(toDailyBenchmark(nav_series), riskFreePct),
  },
};
