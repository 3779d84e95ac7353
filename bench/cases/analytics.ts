import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compareWithBenchmark } from '../../src/finance/benchmark-comparison.ts';
import type { DailySeries } from '../../src/finance/daily-series.ts';
import { performanceOf } from '../../src/finance/performance.ts';
import { expectedShortfallPct, valueAtRiskPct } from '../../src/finance/risk-figures.ts';
import { rollingWindows } from '../../src/finance/rolling.ts';
import type { BenchPart } from '../harness/bench-part.ts';
import { median } from '../harness/ratio-goals.ts';
import { formatRatio, type Report } from '../harness/report.ts';

const days = 2190;
const window = 90;
const repeats = 60;
/** Relative difference up to which two figures are the same. */
const tolerance = 1e-9;

/** Computes the figures of a run in our code and in numpy, compares them, and measures their CPU. */
export const analyticsPart: BenchPart = {
  kind: 'own',
  name: 'analytics',
  title: `Performance figures of ${days} days`,
  needs: ['python3'],
  run: async function* () {
    yield await measure();
  },
};

/** A random walk that is the same in every run (a linear congruential generator). */
function randomWalk(seed: number): readonly number[] {
  let state = seed;
  let value = 1;
  return Array.from({ length: days }, () => {
    state = (state * 16_807) % 2_147_483_647;
    const before = value;
    value *= 1 + 0.05 * (state / 2_147_483_647 - 0.495);
    return before;
  });
}

const toSeries = (values: readonly number[]): DailySeries => ({
  days: values.map((_, at) => 18_262 + at),
  values: [...values],
});

/** Computes every figure that the peer has, from a new series, so that nothing is cached. */
function computeOurs(values: readonly number[], benchmark: readonly number[]) {
  const series = toSeries(values);
  const performance = performanceOf(series);
  const compared = compareWithBenchmark({ series, benchmark: toSeries(benchmark), riskFree: 0 });
  const steps = rollingWindows(series, { length: window, riskFree: 0 });
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { totalReturnPct, annualizedReturnPct, volatilityPct, downsideDeviationPct } = performance;
  const { sharpe, sortino, calmar, omega, ulcerIndexPct, maxDrawdownPct } = performance;
  const { skewness, excessKurtosis, sortedReturns } = performance;
  return {
    totalReturnPct,
    annualizedReturnPct,
    volatilityPct,
    downsideDeviationPct,
    sharpe,
    sortino,
    calmar,
    omega,
    ulcerIndexPct,
    maxDrawdownPct,
    valueAtRiskPct: valueAtRiskPct(sortedReturns, 0.95),
    expectedShortfallPct: expectedShortfallPct(sortedReturns, 0.95),
    skewness,
    excessKurtosis,
    betaToBenchmark: compared.betaToBenchmark,
    trackingErrorPct: compared.trackingErrorPct,
    lastRollingVolatilityPct: step.value.at(-1)?.volatilityPct ?? null,
  };
}

type PeerResult = {
  readonly figures: Readonly<Record<string, number>>;
  readonly milliseconds: readonly number[];
};

const script = fileURLToPath(new URL('../peers/numpy-figures.py', import.meta.url));

async function computePeer(task: object): Promise<PeerResult> {
  const python = spawn('/usr/bin/python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify(task));
  return JSON.parse(await text(python.stdout));
}

async function measure(): Promise<Report> {
  const [values, benchmark] = [randomWalk(1), randomWalk(2)];
  const peer = await computePeer({ values, benchmark, window, repeats });
  const ours = computeOurs(values, benchmark);
  const worst = Math.max(
    ...Object.entries(peer.figures).map(([name, figure]) =>
      Math.abs((ours[name as keyof typeof ours] ?? Number.NaN) / figure - 1),
    ),
  );
  if (!(worst < tolerance)) throw new Error(`figures differ from numpy by ${worst}`);
  const times = Array.from({ length: repeats }, () => {
    const start = process.cpuUsage();
    computeOurs(values, benchmark);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  const [own, other] = [median(times), median(peer.milliseconds)];
  const format = (milliseconds: number) => milliseconds.toFixed(2);
  return {
    title: analyticsPart.title,
    columns: ['contestant', 'CPU ms', 'first CPU ms', 'ratio'],
    rows: [
      ['ours', format(own), format(times[0] ?? Number.NaN), ''],
      [
        'numpy',
        format(other),
        format(peer.milliseconds[0] ?? Number.NaN),
        formatRatio(other / own),
      ],
    ],
    notes: [
      `${Object.keys(peer.figures).length} figures are the same to ${worst.toExponential(1)}; ours has the rolling returns, Sharpe ratios and drawdowns too. A series is new each time, so that nothing is cached.`,
    ],
    verdicts: [{ what: '5 ms / ours', ratio: 5 / own, goal: { least: 1 } }],
  };
}
