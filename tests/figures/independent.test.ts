import { expect, test } from 'vitest';
import { compareWithBenchmark } from '../../src/finance/benchmark-comparison.ts';
import { dayOf, formatDay, toDailySeries } from '../../src/finance/daily-series.ts';
import { distributionOf } from '../../src/finance/distribution.ts';
import { performanceOf } from '../../src/finance/performance.ts';
import {
  expectedShortfallPct,
  probabilisticSharpe,
  riskFreePerDay,
  valueAtRiskPct,
} from '../../src/finance/risk-figures.ts';
import { rollingWindows } from '../../src/finance/rolling.ts';
import { judgeSelection } from '../../src/finance/selection.ts';
import { normalProbability, normalQuantileOf } from '../../src/finance/statistics.ts';
import { computeReference, expectSame, type Point, randomWalk } from './reference.ts';

const daily = (points: readonly Point[]) =>
  toDailySeries(points, { day: ([at]) => dayOf(at), value: ([, value]) => value });

/** Runs a computation that may be interrupted to its end. */
function finish<T>(steps: Generator<undefined, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

type Case = {
  readonly name: string;
  readonly points: readonly Point[];
  readonly benchmark?: readonly Point[];
  readonly riskFreePct?: number;
  readonly confidence?: number;
  readonly benchmarkSharpe?: number;
  readonly window?: number;
  readonly bins?: number;
};

const day = 86_400;
const flat = (length: number, value = 5): readonly Point[] =>
  Array.from({ length }, (_, at): Point => [at * day, value]);

const cases: readonly Case[] = [
  { name: 'a year', points: randomWalk(1, { days: 366 }), benchmark: randomWalk(2, { days: 366 }) },
  {
    name: 'six years with a risk-free rate',
    points: randomWalk(3, { days: 2190, volatility: 0.05 }),
    benchmark: randomWalk(4, { days: 2000, start: 18_362 }),
    riskFreePct: 4.5,
    confidence: 0.99,
    benchmarkSharpe: 1,
    window: 90,
    bins: 7,
  },
  {
    name: 'gaps',
    points: randomWalk(5, { days: 400, gaps: 0.2 }),
    benchmark: randomWalk(6, { days: 400, gaps: 0.3 }),
    riskFreePct: -1,
  },
  ...Array.from({ length: 40 }, (_, at) => ({
    name: `${at + 1} days`,
    points: randomWalk(100 + at, { days: at + 1, start: 18_262 + 13 * at }),
    benchmark: randomWalk(200 + at, { days: at + 1, start: 18_262 + 13 * at }),
    window: 5,
  })),
  { name: 'constant', points: flat(100), benchmark: flat(100, 7) },
  {
    name: 'constant beside a walk',
    points: flat(100),
    benchmark: randomWalk(7, { days: 90, start: 3 }),
  },
  {
    name: 'always up',
    points: Array.from({ length: 100 }, (_, at): Point => [at * day, 1 + at + (at % 3) / 2]),
  },
  {
    name: 'ends at 0',
    points: [...randomWalk(8, { days: 50, start: 0 }), [50 * day, 0], [51 * day, 5]],
  },
  {
    name: 'several points a day',
    points: randomWalk(9, { days: 500 }).map(
      ([at, value], index): Point => [
        18_000 * day + Math.floor(index / 4) * day + (at % 1000) + (index % 4) * 2000,
        value,
      ],
    ),
  },
];

function figuresOf(one: Case) {
  const series = daily(one.points);
  const performance = performanceOf(series, one.riskFreePct);
  const { sortedReturns, excess } = performance;
  const dated = (found: { readonly day: number; readonly returnPct: number } | null) =>
    found && { date: formatDay(found.day), returnPct: found.returnPct };
  const rolled = rollingWindows(series, {
    length: one.window ?? 30,
    riskFree: riskFreePerDay(one.riskFreePct ?? 0),
  });
  const bins = distributionOf(sortedReturns, one.bins ?? 40);
  return {
    from: performance.from,
    to: performance.to,
    returns: performance.returns,
    missingDays: performance.missingDays,
    totalReturnPct: performance.totalReturnPct,
    annualizedReturnPct: performance.annualizedReturnPct,
    volatilityPct: performance.volatilityPct,
    downsideDeviationPct: performance.downsideDeviationPct,
    sharpe: performance.sharpe,
    sortino: performance.sortino,
    calmar: performance.calmar,
    omega: performance.omega,
    ulcerIndexPct: performance.ulcerIndexPct,
    maxDrawdownPct: performance.maxDrawdownPct,
    valueAtRiskPct: valueAtRiskPct(sortedReturns, one.confidence ?? 0.95),
    expectedShortfallPct: expectedShortfallPct(sortedReturns, one.confidence ?? 0.95),
    skewness: performance.skewness,
    excessKurtosis: performance.excessKurtosis,
    bestDay: dated(performance.bestDay),
    worstDay: dated(performance.worstDay),
    positiveDaysPct: performance.positiveDaysPct,
    positiveMonthsPct: performance.positiveMonthsPct,
    probabilisticSharpe: probabilisticSharpe(excess, (one.benchmarkSharpe ?? 0) / Math.sqrt(365)),
    monthlyReturns: performance.monthlyReturns,
    yearlyReturns: performance.yearlyReturns,
    periodReturns: performance.periodReturns.map((period) => ({
      ...period,
      from: period.from === null ? null : formatDay(period.from),
      to: formatDay(period.to),
    })),
    drawdowns: performance.episodes.slice(0, 5).map((found) => ({
      peakDate: formatDay(found.peak),
      troughDate: formatDay(found.trough),
      recoveryDate: found.recovery === null ? null : formatDay(found.recovery),
      depthPct: found.depthPct,
      days: found.end - found.peak,
      daysToTrough: found.trough - found.peak,
      daysToRecovery: found.recovery === null ? null : found.recovery - found.trough,
    })),
    drawdownSeries: performance.drawdownsPct.map((drawdownPct, at) => ({
      date: formatDay(series.days[at] ?? 0),
      drawdownPct,
    })),
    rolling: finish(rolled).map(({ day, ...figures }) => ({ date: formatDay(day), ...figures })),
    distribution: {
      counts: bins.map(({ count }) => count),
      edges: [...bins.map(({ fromPct }) => fromPct), bins.at(-1)?.toPct],
    },
    versus:
      one.benchmark &&
      compareWithBenchmark({
        series,
        benchmark: daily(one.benchmark),
        riskFree: riskFreePerDay(one.riskFreePct ?? 0),
      }),
  };
}

test('default: every figure equals that of an independent implementation', async () => {
  const expected = await computeReference(cases.map((one) => ({ kind: 'performance', ...one })));
  for (const [at, one] of cases.entries()) expectSame(figuresOf(one), expected[at], one.name);
});

test('default: the choice among variants is judged like by an independent implementation', async () => {
  const tasks = [
    { count: 5, days: 400, split: 0.7 },
    { count: 45, days: 723, split: 0.5 },
    { count: 3, days: 61, split: 0.7 },
    { count: 3, days: 60, split: 0.7 },
    { count: 2, days: 400, split: 0.7 },
  ].map(({ count, days, split }, index) => ({
    kind: 'selection' as const,
    split,
    runs: Array.from({ length: count }, (_, at) =>
      randomWalk(1000 * index + at, { days: days + at, gaps: 0.02 / count }),
    ),
  }));
  const expected = await computeReference(tasks);
  for (const [at, { runs, split }] of tasks.entries()) {
    const { variants, ...figures } = finish(judgeSelection(runs.map(daily), split));
    const columns = Object.fromEntries(
      Object.keys(variants[0] ?? {}).map((name) => [
        name,
        variants.map((variant) => variant[name as keyof typeof variant]),
      ]),
    );
    expectSame({ ...figures, ...columns }, expected[at], `selection ${at}`);
  }
});

test('default: the normal distribution is exact to 1e-12', async () => {
  const values = Array.from({ length: 161 }, (_, at) => at / 10 - 8);
  const probabilities = Array.from({ length: 999 }, (_, at) => (at + 1) / 1000);
  const [expected] = await computeReference([{ kind: 'probabilities', values, probabilities }]);
  for (const [at, value] of values.entries()) {
    expect(Math.abs(normalProbability(value) - expected.cdf[at])).toBeLessThan(1e-12);
  }
  for (const [at, probability] of probabilities.entries()) {
    expect(Math.abs(normalQuantileOf(probability) - expected.quantile[at])).toBeLessThan(1e-12);
  }
});
