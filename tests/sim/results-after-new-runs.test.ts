import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cachePolicies } from '../../src/cache/cache-policies.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import {
  type FakeDataNode,
  type FakeRun,
  progressEvent,
  resultEvent,
  startFakeDataNode,
  stats,
  upstreamHolding,
  upstreamSeries,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const compared = '{ compareSimulations(ids: [68]) { runId } }';

let node: FakeDataNode;
let gateway: TestGateway;
/** Runs that the data node has; it answers the holdings of any run with an empty list. */
let known: number[];
let time: { now: number };
beforeEach(async () => {
  known = [];
  node = await startFakeDataNode();
  node.answers['/sim/holdings'] = { body: { holdings: [] } };
  node.answers['/sim/results'] = { body: { results: [] } };
  node.answers['/sim/compare'] = (query) => {
    const asked = query.get('run_ids')?.split(',').map(Number) ?? [];
    const found = asked.filter((id) => known.includes(id));
    return {
      body: { simulations: found.map((run_id) => ({ run_id, nav_series: upstreamSeries })) },
    };
  };
  time = { now: Date.now() };
  gateway = await startGateway({ DATA_NODE_URL: node.url }, { clock: { now: () => time.now } });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const get = (path: string) => getJson(gateway, path);
const idsOf = async (path: string) =>
  ((await get(path)).body.simulations as { run_id: number }[]).map(({ run_id }) => run_id);
const askedFor = (path: string) => node.requests.filter((url) => url.startsWith(path)).length;

/** Lets a run end under a number that was free before. */
async function compute(runId: number): Promise<void> {
  const response = gateway.rest(`/sim/run?${base}`);
  const run = await node.nextRun();
  known.push(runId);
  run.send({ ...resultEvent, run_id: runId });
  expect((await response).status).toBe(200);
}

const holdings = (weight: number) => ({ body: { holdings: [{ ...upstreamHolding, weight }] } });

test('behavior: a run that is computed anew by force is looked at anew in all its views', async () => {
  known.push(68);
  node.answers['/sim/holdings'] = holdings(0.25);
  const weightOf = async () => {
    const { body } = await get('/sim/holdings?run_id=68');
    return (body.holdings as { weight: number }[])[0]?.weight;
  };
  expect(await weightOf()).toBe(0.25);
  node.answers['/sim/holdings'] = holdings(0.5);
  expect(await weightOf()).toBe(0.25);
  const response = gateway.rest(`/sim/run?${base}&force=true`);
  const run = await node.nextRun();
  run.send({ ...resultEvent, run_id: 68 });
  expect((await response).status).toBe(200);
  expect(await weightOf()).toBe(0.5);
});

test('behavior: a forced run is what both APIs return from then on', async () => {
  const input = '{ categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }';
  const tradesOf = async () => {
    const { body } = await get(`/sim/run?${base}`);
    const { data } = await gateway.query<{ simulation: { stats: { totalTrades: number } } }>(
      `{ simulation(input: ${input}) { stats { totalTrades } } }`,
    );
    return [(body.stats as typeof stats).total_trades, data.simulation.stats.totalTrades];
  };
  const run = async (total_trades: number, force = '') => {
    const response = gateway.rest(`/sim/run?${base}${force}`);
    const { send } = await node.nextRun();
    send({ ...resultEvent, stats: { ...stats, total_trades } });
    expect((await response).status).toBe(200);
  };
  await run(1);
  // Twice, so that the answers are kept.
  expect([await tradesOf(), await tradesOf()].flat()).toEqual([1, 1, 1, 1]);
  await run(2, '&force=true');
  expect(await tradesOf()).toEqual([2, 2]);
});

describe('a run that did not exist a moment ago', () => {
  test('behavior: it is comparable, and has its holdings, as soon as its result is sent', async () => {
    expect(await idsOf('/sim/compare?run_ids=68')).toEqual([]);
    expect((await get('/sim/holdings?run_id=68')).status).toBe(404);
    await compute(68);
    expect(await idsOf('/sim/compare?run_ids=68')).toEqual([68]);
    const { status, body } = await get('/sim/holdings?run_id=68');
    expect({ status, body }).toEqual({ status: 200, body: { holdings: [] } });
  });

  test('behavior: the graph finds it, too', async () => {
    expect((await gateway.query(compared)).data).toEqual({ compareSimulations: [] });
    await compute(68);
    expect((await gateway.query(compared)).data).toEqual({ compareSimulations: [{ runId: 68 }] });
  });

  test('behavior: a run of a sweep is found before the sweep ends', async () => {
    expect(await idsOf('/sim/compare?run_ids=100,101')).toEqual([]);
    const sweep = await readEvents(`${gateway.url}/api/sim/sweep-stream?${base}&sweep=top_n`);
    const run = await node.nextRun();
    known.push(100);
    run.send(variantEvent(0, 2));
    await expect.poll(() => sweep.events()).toHaveLength(1);
    expect(await idsOf('/sim/compare?run_ids=100,101')).toEqual([100]);
    sweep.disconnect();
  });

  test('behavior: the results of every category of a sweep are read again', async () => {
    await get('/sim/results?category_id=dl-dexes');
    const sweep = await readEvents(
      `${gateway.url}/api/sim/sweep-stream?${base}&sweep=category&categories=all,dl-dexes`,
    );
    (await node.nextRun()).send(variantEvent(0, 2), { type: 'sweep_done', total_variants: 2 });
    await sweep.ended;
    await get('/sim/results?category_id=dl-dexes');
    expect(askedFor('/sim/results')).toBe(2);
  });

  test('behavior: one that is computed elsewhere is found when its absence is over', async () => {
    const path = '/sim/holdings?run_id=68&date=2021-01-01';
    expect(await idsOf('/sim/compare?run_ids=68')).toEqual([]);
    expect((await get(path)).status).toBe(404);
    known.push(68);
    expect((await get(path)).status).toBe(404);
    time.now += cachePolicies.absence.fresh;
    expect((await get(path)).status).toBe(200);
  });

  test('behavior: what it does not concern stays in memory', async () => {
    const paths = ['/sim/categories', '/sim/results?category_id=other', '/sim/holdings?run_id=7'];
    known.push(7);
    node.answers['/sim/holdings'] = holdings(0.25);
    for (const path of paths) await get(path);
    await compute(68);
    for (const path of paths) await get(path);
    expect(paths.map(askedFor)).toEqual([1, 1, 1]);
  });
});

describe('a computation that stores no run', () => {
  const subscription = (field: string) =>
    `{"query":"subscription { ${field} { __typename } }"}`.replaceAll("'", '\\"');
  const input = "{ categoryId: 'all', topN: 5, weighting: 'equal', rebalanceDays: 30 }";
  const sweepInput = "{ categoryId: 'all', sweep: TOP_N }";
  const streams: readonly (readonly [string, string, RequestInit])[] = [
    ['GET /sim/run', `/api/sim/run?${base}`, {}],
    ['GET /sim/run-stream', `/api/sim/run-stream?${base}`, {}],
    ['GET /sim/run-stream with force', `/api/sim/run-stream?${base}&force=true`, {}],
    ['GET /sim/sweep-stream', `/api/sim/sweep-stream?${base}&sweep=top_n`, {}],
    ['/dn/sim/run-stream', `/dn/sim/run-stream?${base}`, {}],
    ...[`simulation(input: ${input})`, `sweep(input: ${sweepInput})`].map((field) => {
      const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: subscription(field) };
      return [`subscription ${field.split('(')[0]}`, '/graphql/stream', init] as const;
    }),
  ];
  const views = ['/sim/results', '/sim/compare?run_ids=7', '/sim/holdings?run_id=7'];

  async function readViews(): Promise<number[]> {
    for (const path of views) expect((await get(path)).status).toBe(200);
    return views.map(askedFor);
  }

  beforeEach(() => {
    known.push(7);
    node.answers['/sim/holdings'] = holdings(0.25);
  });

  test.each(streams)(
    'behavior: %s that is opened and dropped evicts nothing',
    async (_name, path, init) => {
      expect(await readViews()).toEqual([1, 1, 1]);
      const leaving = new AbortController();
      const response = fetch(gateway.url + path, { ...init, signal: leaving.signal });
      response.catch(() => undefined);
      const run = await node.nextRun();
      run.send(progressEvent(50));
      leaving.abort();
      await run.closed;
      expect(await readViews()).toEqual([1, 1, 1]);
    },
  );

  test('behavior: a result that the data node had stored before evicts nothing', async () => {
    await readViews();
    const response = gateway.rest(`/sim/run?${base}`);
    (await node.nextRun()).send({ ...resultEvent, cached: true });
    expect((await response).status).toBe(200);
    expect(await readViews()).toEqual([1, 1, 1]);
  });

  test('behavior: a sweep whose variants were all stored before evicts nothing', async () => {
    await readViews();
    const sweep = await readEvents(`${gateway.url}/api/sim/sweep-stream?${base}&sweep=top_n`);
    const variants = [0, 1].map((index) => ({ ...variantEvent(index, 2), cached: true }));
    (await node.nextRun()).send(...variants, { type: 'sweep_done', total_variants: 2 });
    await sweep.ended;
    expect(await readViews()).toEqual([1, 1, 1]);
  });

  test.each([
    ['fails', (run: FakeRun) => run.send({ type: 'error', error: 'no data' })],
    ['breaks off', (run: FakeRun) => run.cut()],
  ])('error: a computation that %s evicts nothing', async (_what, end) => {
    await readViews();
    const response = gateway.rest(`/sim/run?${base}`);
    end(await node.nextRun());
    expect((await response).status).toBeGreaterThanOrEqual(400);
    expect(await readViews()).toEqual([1, 1, 1]);
  });

  test('behavior: one variant that was stored is enough, though the sweep is dropped', async () => {
    await readViews();
    const sweep = await readEvents(`${gateway.url}/api/sim/sweep-stream?${base}&sweep=top_n`);
    (await node.nextRun()).send({ ...variantEvent(0, 2), cached: true }, variantEvent(1, 2));
    await expect.poll(() => sweep.events()).toHaveLength(2);
    sweep.disconnect();
    // The holdings of a stored run do not change when another one is stored.
    expect(await readViews()).toEqual([2, 2, 1]);
  });
});
