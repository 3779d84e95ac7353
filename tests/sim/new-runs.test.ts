import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import {
  type FakeDataNode,
  resultEvent,
  sentHolding,
  sentSeries,
  startFakeDataNode,
  stats,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const compared = '{ compareSimulations(ids: [68]) { runId } }';

let node: FakeDataNode;
let gateway: TestGateway;
/** Runs that the data node has; it answers the holdings of any run with an empty list. */
let known: number[];
beforeEach(async () => {
  known = [];
  node = await startFakeDataNode();
  node.answers['/sim/holdings'] = { body: { holdings: [] } };
  node.answers['/sim/results'] = { body: { results: [] } };
  node.answers['/sim/compare'] = (query) => {
    const asked = query.get('run_ids')?.split(',').map(Number) ?? [];
    const found = asked.filter((id) => known.includes(id));
    return { body: { simulations: found.map((run_id) => ({ run_id, nav_series: sentSeries })) } };
  };
  gateway = await startGateway({ DATA_NODE_URL: node.url });
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
  const answer = gateway.rest(`/sim/run?${base}`);
  const run = await node.nextRun();
  known.push(runId);
  run.send({ ...resultEvent, run_id: runId });
  expect((await answer).status).toBe(200);
}

const holdings = (weight: number) => ({ body: { holdings: [{ ...sentHolding, weight }] } });

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
  const answer = gateway.rest(`/sim/run?${base}&force=true`);
  const run = await node.nextRun();
  run.send({ ...resultEvent, run_id: 68 });
  expect((await answer).status).toBe(200);
  expect(await weightOf()).toBe(0.5);
});

test('behavior: a run that is computed anew by force is what both doors tell from then on', async () => {
  const input = '{ categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }';
  const tradesOf = async () => {
    const { body } = await get(`/sim/run?${base}`);
    const { data } = await gateway.query<{ simulation: { stats: { totalTrades: number } } }>(
      `{ simulation(input: ${input}) { stats { totalTrades } } }`,
    );
    return [(body.stats as typeof stats).total_trades, data.simulation.stats.totalTrades];
  };
  const run = async (total_trades: number, force = '') => {
    const answer = gateway.rest(`/sim/run?${base}${force}`);
    const { send } = await node.nextRun();
    send({ ...resultEvent, stats: { ...stats, total_trades } });
    expect((await answer).status).toBe(200);
  };
  await run(1);
  // Twice, so that the answers are kept.
  expect([await tradesOf(), await tradesOf()].flat()).toEqual([1, 1, 1, 1]);
  await run(2, '&force=true');
  expect(await tradesOf()).toEqual([2, 2]);
});

describe('a run that did not exist a moment ago', () => {
  test('behavior: it is compared, and its holdings are found, as soon as it is told of', async () => {
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
    sweep.leave();
  });

  test('behavior: the results of every category of a sweep are read again', async () => {
    await get('/sim/results?category_id=dl-dexes');
    const sweep = await readEvents(
      `${gateway.url}/api/sim/sweep-stream?${base}&sweep=category&categories=all,dl-dexes`,
    );
    (await node.nextRun()).send({ type: 'sweep_done', total_variants: 2 });
    await sweep.ended;
    await get('/sim/results?category_id=dl-dexes');
    expect(askedFor('/sim/results')).toBe(2);
  });

  test('behavior: that a run is unknown is not remembered, whoever computes it', async () => {
    expect(await idsOf('/sim/compare?run_ids=68')).toEqual([]);
    expect((await get('/sim/holdings?run_id=68&date=2021-01-01')).status).toBe(404);
    known.push(68);
    expect((await get('/sim/holdings?run_id=68&date=2021-01-01')).status).toBe(200);
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
