import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ServedSimulator,
  serveSimulator,
} from '../../sandbox/data-node/sim/testing/serve-simulator.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { type FakeUpstream, startGateway, type TestGateway } from '../support/gateway.ts';
import { computeReference, expectSame, type Point } from './reference.ts';
import { queryData } from './support/figures-gateway.ts';

const stack = new AsyncDisposableStack();
let simulator: ServedSimulator;
let upstream: FakeUpstream;
let gateway: TestGateway;
let other: TestGateway;
beforeAll(async () => {
  simulator = stack.use(await serveSimulator());
  upstream = stack.use(await startCountingProxy(simulator.url));
  gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }));
  other = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }));
});
afterAll(() => stack.disposeAsync());

const query = (text: string, at = gateway) => queryData(at, text);

const run = (topN: number) =>
  `simulation(input: { categoryId: "all", topN: ${topN}, weighting: "mcap", rebalanceDays: 30, startDate: "2021-02-10" })`;
const ofDates = (series: readonly { readonly date: string; readonly nav: number }[]) =>
  series.map(({ date, nav }): Point => [Date.parse(date) / 1000, nav]);

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
type Row = any;

type Holding = Readonly<Record<'rebalance_date' | 'coin_id', string>> &
  Readonly<Record<'weight' | 'price_usd', number>>;

const holdingsOf = async (runId: number): Promise<readonly Holding[]> =>
  ((await simulator.json(`/sim/holdings?run_id=${runId}&all=true`)).body as { holdings: Holding[] })
    .holdings;

test('default: turnover and contributions are those of the holdings, for one call', async () => {
  const { simulation } = await query(`{ ${run(6)} { runId stats { totalReturnPct } } }`);
  const { runId, stats } = simulation;
  upstream.asked.length = 0;
  const { simulations } = await query(`{ simulations(ids: ["${runId}"]) {
    turnover { annualMeanPct rebalances { date turnoverPct buys sells } }
    contributions(first: 3) { residualPct coins { coinId contributionPct periods asset { symbol } } }
    all: contributions(first: 100) { coins { contributionPct } }
  } }`);
  expect(upstream.asked.filter((line) => line.includes('/sim/holdings'))).toHaveLength(1);
  const byDate = [...Map.groupBy(await holdingsOf(runId), (one) => one.rebalance_date)];
  const [{ turnover, contributions, all }] = simulations;
  expect(turnover.rebalances).toHaveLength(byDate.length - 1);
  expect(byDate.length).toBeGreaterThan(10);
  const sums = new Map<string, number>();
  for (const [at, [date, held]] of byDate.entries()) {
    const [, before = []] = byDate[at - 1] ?? [];
    if (at === 0) continue;
    const weights = (list: readonly Holding[]) => new Map(list.map((one) => [one.coin_id, one]));
    const [old, now] = [weights(before), weights(held)];
    let changed = 0;
    for (const coin of new Set([...old.keys(), ...now.keys()])) {
      changed += Math.abs((now.get(coin)?.weight ?? 0) - (old.get(coin)?.weight ?? 0));
      const [from, to] = [old.get(coin), now.get(coin)];
      if (!from || !to) continue;
      const gain = 100 * from.weight * (to.price_usd / from.price_usd - 1);
      sums.set(coin, (sums.get(coin) ?? 0) + gain);
    }
    expect(turnover.rebalances[at - 1].date).toBe(date);
    expect(turnover.rebalances[at - 1].turnoverPct).toBeCloseTo(50 * changed, 9);
  }
  const days = (Date.parse(byDate.at(-1)?.[0] ?? '') - Date.parse(byDate[0]?.[0] ?? '')) / 864e5;
  const total = turnover.rebalances.reduce((sum: number, one: Row) => sum + one.turnoverPct, 0);
  expect(turnover.annualMeanPct).toBeCloseTo((total * 365) / days, 9);
  const best = [...sums].sort(([, left], [, right]) => right - left).slice(0, 3);
  expect(contributions.coins.map((one: Row) => one.coinId)).toEqual(best.map(([coin]) => coin));
  for (const [at, [, sum]] of best.entries()) {
    expect(contributions.coins[at].contributionPct).toBeCloseTo(sum, 9);
  }
  const added = all.coins.reduce((sum: number, one: Row) => sum + one.contributionPct, 0);
  expect(added + contributions.residualPct).toBeCloseTo(stats.totalReturnPct, 9);
});

test('default: the choice among runs is judged, in a sweep as well', async () => {
  const runIds: number[] = [];
  const series: (readonly Point[])[] = [];
  for (const topN of [2, 3, 5, 8, 12]) {
    const { simulation } = await query(`{ ${run(topN)} { runId navSeries { date nav } } }`);
    runIds.push(simulation.runId);
    series.push(ofDates(simulation.navSeries));
  }
  const fields = `split commonDays rankCorrelation winnerRank deflatedSharpe expectedBestSharpe
    probabilityOfOverfitting variants { label run { runId } inSampleSharpe outOfSampleSharpe
    inSampleReturnPct outOfSampleReturnPct inSampleRank outOfSampleRank }`;
  const { simulationSelection } = await query(
    `{ simulationSelection(runs: [${runIds.join()}], split: 0.6) { ${fields} } }`,
  );
  const { variants, split, ...figures } = simulationSelection;
  const [expected] = await computeReference([{ kind: 'selection', runs: series, split: 0.6 }]);
  const columns = Object.fromEntries(
    Object.keys(variants[0]).map((name) => [name, variants.map((one: Row) => one[name])]),
  );
  expect(split).toBe(0.6);
  expect(columns.run).toEqual(runIds.map((runId) => ({ runId })));
  expectSame({ ...figures, ...columns }, expected);

  const sweep = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `subscription { sweep(input: { sweep: TOP_N, categoryId: "all", startDate: "2021-02-10" }) {
        ... on SweepDone { totalVariants selection { ${fields} } } } }`,
    }),
  });
  const text = await sweep.text();
  const done = text.split('\n').find((line) => line.includes('totalVariants')) ?? '';
  const { data } = JSON.parse(done.slice(done.indexOf('{')));
  const { selection } = data.sweep;
  expect(selection.variants[0].label).toMatch(/^top_n=/);
  expect(selection.split).toBe(0.7);
  expect(selection.probabilityOfOverfitting).toBeGreaterThanOrEqual(0);
  expect(selection.deflatedSharpe).toBeGreaterThan(0);
});

test('behavior: runs that do not exist are left out of the choice', async () => {
  const data = await query('{ simulationSelection(runs: [999998, 999999]) { split } }');
  expect(data).toEqual({ simulationSelection: null });
});

test.each([
  ['simulationSelection(runs: [1]) { split }', 'runs must be from 2 to 50'],
  ['simulationSelection(runs: [1, 2], split: 1) { split }', 'split must be above 0 and below 1'],
])('error: %s', async (field, message) => {
  await query(`{ a: ${run(2)} { runId } b: ${run(3)} { runId } }`);
  const { errors } = await gateway.query(`{ ${field} }`);
  expect(JSON.stringify(errors)).toContain(message);
});

test('default: a receipt can be recomputed, and is the same on every replica', async () => {
  const fields = 'runId receipt { hash input engine dataset nav }';
  const { simulation } = await query(`{ ${run(7)} { ${fields} navSeries { date nav } } }`);
  const { receipt, runId, navSeries } = simulation;
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = navSeries.map(
    ({ date, nav }: { date: string; nav: number }) => `${date},${JSON.stringify(nav)}\n`,
  );
  expect(receipt.nav).toBe(sha256(lines.join('')));
  expect(receipt.dataset).toBe(navSeries.at(-1).date);
  expect(JSON.parse(receipt.input)).toEqual({
    category_id: 'all',
    top_n: 7,
    weighting: 'mcap',
    rebalance_days: 30,
    base_fee_pct: 0.1,
    spread_multiplier: 1,
    start_date: navSeries[0].date,
  });
  const canonical = `{"dataset":"${receipt.dataset}","engine":"dtf-graph/1","input":${receipt.input},"nav":"${receipt.nav}"}`;
  expect(receipt.hash).toBe(sha256(canonical));
  const elsewhere = await query(`{ simulations(ids: ["${runId}"]) { ${fields} } }`, other);
  expect(elsewhere.simulations[0].receipt).toEqual(receipt);
  const verify = (hash: string, id: number) =>
    query(`{ verifySimulationReceipt(hash: "${hash}", runId: ${id}) }`, other);
  expect(await verify(receipt.hash, runId)).toEqual({ verifySimulationReceipt: true });
  expect(await verify(receipt.nav, runId)).toEqual({ verifySimulationReceipt: false });
  expect(await verify(receipt.hash, 999_999)).toEqual({ verifySimulationReceipt: null });
});
