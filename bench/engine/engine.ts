/**
 * Measures the backtest engine on one thread and prints medians with their goals. Usage:
 * `node bench/engine/engine.ts`
 */

import { parseRunParameters } from '../../sandbox/data-node/engine/parameters/parse-run-parameters.ts';
import { listSweepWeightings } from '../../sandbox/data-node/engine/parameters/weighting.ts';
import { prepareMarket } from '../../sandbox/data-node/engine/prepare-market.ts';
import { runBacktest } from '../../sandbox/data-node/engine/run-backtest.ts';
import { buildHistory } from '../../sandbox/data-node/engine/testing/build-history.ts';
import { createRandomHistoryPlan } from '../../sandbox/data-node/engine/testing/random-history-plan.ts';

const ROUNDS = 25;

type Size = { readonly days: number; readonly assets: number };

function market({ days, assets }: Size) {
  return prepareMarket(
    buildHistory(createRandomHistoryPlan({ seed: 7, days, assets: assets - 2 })),
  );
}

/** Returns the median duration of one call, milliseconds. */
function median(work: () => void): number {
  const warmUntil = performance.now() + 500;
  while (performance.now() < warmUntil) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return times.sort((a, b) => a - b)[ROUNDS >> 1] as number;
}

const small = market({ days: 2190, assets: 100 });
const large = market({ days: 2500, assets: 200 });

function run(on: typeof small, query: Readonly<Record<string, string>>): () => void {
  const base = { category_id: 'all', top_n: '10', weighting: 'mcap', rebalance_days: '30' };
  const { parameters } = parseRunParameters(new URLSearchParams({ ...base, ...query }), on);
  return () => void runBacktest({ market: on, parameters });
}

function all(runs: readonly (() => void)[]): () => void {
  return () => {
    for (const one of runs) one();
  };
}

const rebalances = [
  ...['14', '30', '60', '90', '180'].map((rebalance_days) => ({ rebalance_days })),
  ...['3', '5', '10', '15'].map((threshold_pct) => ({ threshold_pct })),
];
const schemes = listSweepWeightings('dl-some').map((weighting) => ({
  weighting,
  category_id: 'dl-some',
  top_n: '50',
}));

const cases: readonly (readonly [string, number, () => void])[] = [
  ['2190 days × 100 assets, mcap, top 100, 30 d', 1, run(small, { top_n: '100' })],
  ['2500 days × 200 assets, mcap, top 200, 30 d', 3, run(large, { top_n: '200' })],
  ['rebalance sweep, 9 variants, top 10 of 200', 30, all(rebalances.map((q) => run(large, q)))],
  [
    'rebalance sweep, 9 variants, top 200 of 200',
    30,
    all(rebalances.map((q) => run(large, { ...q, top_n: '200' }))),
  ],
  ['weighting sweep, 20 schemes, top 50', 250, all(schemes.map((q) => run(large, q)))],
  ['risk_parity_60, top 200', 120, run(large, { top_n: '200', weighting: 'risk_parity_60' })],
  ['min_var_60, top 200', 120, run(large, { top_n: '200', weighting: 'min_var_60' })],
];

for (const [name, limit, work] of cases) {
  console.log(`${median(work).toFixed(2).padStart(8)} ms (goal ${limit} ms)  ${name}`);
}
