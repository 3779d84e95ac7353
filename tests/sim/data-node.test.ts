import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ServedSimulator,
  serveSimulator,
} from '../../sandbox/data-node/sim/testing/serve-simulator.ts';
import { loadHistoryWithUpcoming } from '../../sandbox/world/load-history.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { readEvents } from './support/read-events.ts';

const base = 'category_id=all&top_n=10&weighting=mcap&rebalance_days=30';

type Body = Record<string, unknown> & {
  readonly run_id: number;
  readonly stats: Record<string, number>;
  readonly nav_series: readonly { readonly nav: number }[];
  readonly error?: string;
};

let node: ServedSimulator;
let gateway: TestGateway;
beforeAll(async () => {
  const { history } = loadHistoryWithUpcoming({ seed: 20_200_101, endDate: '2026-03-10' });
  node = await serveSimulator({ history });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const get = async (path: string) => (await (await gateway.rest(path)).json()) as Body;

async function eventsOf(path: string) {
  const client = await readEvents(`${gateway.url}/api${path}`);
  expect(await client.ended).toEqual({ clean: true });
  return client.events();
}

describe('a real data node', () => {
  test('default: run, stream, sweep variant and GraphQL are one result', async () => {
    const progress = await eventsOf(`/sim/run-stream?${base}&base_fee_pct=0.2`);
    const result = progress.at(-1) as Body;
    const pcts = progress.slice(0, -1).map(({ pct }) => pct as number);
    expect(pcts).toEqual([...pcts].sort((left, right) => left - right));
    expect(result.type).toBe('result');
    const run = await get(`/sim/run?${base}&base_fee_pct=0.20`);
    expect({ type: 'result', ...run, cached: false, computed_in_ms: 0 }).toEqual({
      ...result,
      computed_in_ms: 0,
    });
    const sweep = await eventsOf(
      '/sim/sweep-stream?sweep=top_n&category_id=all&weighting=mcap&base_fee_pct=0.2',
    );
    const variant = sweep.find(
      (event) => event.type === 'variant_done' && event.variant === 'top_n=10',
    );
    expect(variant).toMatchObject({
      run_id: run.run_id,
      stats: run.stats,
      nav_series: run.nav_series,
    });
    expect(sweep.filter(({ type }) => type === 'variant_done')).toHaveLength(7);
    expect(sweep.at(-1)?.type).toBe('sweep_done');
    const { data } = await gateway.query<{ simulation: unknown }>(
      `{ simulation(input: {categoryId: "ALL", topN: 10, weighting: "MCAP", rebalanceDays: 30, baseFeePct: 0.2}) {
        runId stats { totalReturnPct sharpeRatio totalTrades } navSeries { nav } holdings { weight }
        category { slug } benchmark { navSeries { nav } } config { baseFeePct } } }`,
    );
    expect(data.simulation).toMatchObject({
      runId: run.run_id,
      stats: {
        totalReturnPct: run.stats.total_return_pct,
        sharpeRatio: run.stats.sharpe_ratio,
        totalTrades: run.stats.total_trades,
      },
      navSeries: run.nav_series.map(({ nav }) => ({ nav })),
      category: { slug: 'all' },
      config: { baseFeePct: 0.2 },
    });
    const client = createClient({ url: `${gateway.url}/graphql` });
    const subscription = client.iterate({
      query: `subscription { simulation(input: {categoryId: "all", topN: 10, weighting: "mcap", rebalanceDays: 30, baseFeePct: 0.2}) {
        ... on SimulationResult { run { runId navSeries { nav } } } } }`,
    });
    const [last] = (await Array.fromAsync(subscription)).slice(-1);
    expect(last?.data).toMatchObject({
      simulation: {
        run: { runId: run.run_id, navSeries: data && (data.simulation as Body).navSeries },
      },
    });
    client.dispose();
  });

  test('behavior: the response is the data node’s own, byte for byte', async () => {
    const query = `${base}&start_date=2022-01-01`;
    await get(`/sim/run?${query}`);
    const ours = await (await gateway.rest(`/sim/run?${query}`)).text();
    expect(ours).toBe(await node.text(`/sim/run?${query}`));
  });

  test.each([
    '/sim/categories',
    '/sim/results',
    '/sim/holdings?run_id=1',
    '/sim/compare?run_ids=1,999',
    '/sim/benchmarks?start_date=2025-01-01',
  ])('behavior: %s is what the data node says', async (path) => {
    const { body } = await node.json(path);
    expect(await get(path)).toEqual(body);
  });

  test.each([
    [`${base}&start_date=2026-03-11`, 400, 'start_date must not be after 2026-03-10'],
    [base.replace('all', 'nothing'), 404, 'unknown category'],
    [base.replace('mcap', 'best'), 400, 'weighting must be one of'],
    [`${base}&top_n=5`, 400, 'top_n must be given once'],
  ])('error: %s: %i before any stream', async (query, status, message) => {
    for (const path of ['/sim/run', '/sim/run-stream']) {
      const response = await gateway.rest(`${path}?${query}`);
      expect(response.status).toBe(status);
      const body = (await response.json()) as Body;
      expect(Object.keys(body)).toEqual(['error']);
      expect(body.error).toContain(message);
    }
    expect((await gateway.rest('/sim/holdings?run_id=99999')).status).toBe(404);
  });

  test('error: the greatest run id that is allowed is that of no run', async () => {
    const response = await gateway.rest(`/sim/holdings?run_id=${Number.MAX_SAFE_INTEGER}`);
    expect(response.status).toBe(404);
  });

  test('error: an empty universe is a 400, and an error event where the stream has begun', async () => {
    const query = `${base}&vc_investors=nobody`;
    const response = await gateway.rest(`/sim/run?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as Body;
    expect(error).toMatch(/^not enough coins: 0 available, \d+ required/);
    const client = await readEvents(`${gateway.url}/api/sim/run-stream?${query}`);
    expect(await client.ended).toEqual({ clean: true });
    const told = client.status === 400 ? [JSON.parse(client.text())] : client.events().slice(-1);
    expect(told).toEqual([expect.objectContaining({ error })]);
  });

  test('behavior: a weighting sweep has every scheme, more of them for DeFi', async () => {
    const variantsOf = async (category: string) =>
      (await eventsOf(`/sim/sweep-stream?sweep=weighting&top_n=7&category_id=${category}`)).filter(
        ({ type }) => type === 'variant_done',
      ).length;
    expect(await variantsOf('all')).toBe(11);
    expect(await variantsOf('dl-dexes')).toBe(20);
  });

  test('behavior: a cold run takes moments, a cached one next to nothing', async () => {
    const times: number[] = [];
    const ask = async (query: string) => {
      const start = performance.now();
      await (await gateway.rest(`/sim/run?${query}`)).arrayBuffer();
      return performance.now() - start;
    };
    for (let top = 21; top <= 40; top += 1) {
      times.push(await ask(base.replace('top_n=10', `top_n=${top}`)));
    }
    const cached: number[] = [];
    await ask(base);
    await ask(base);
    for (let time = 0; time < 50; time += 1) cached.push(await ask(base));
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    console.log(
      `/sim/run through the gateway, 2,261 days: cold ${median(times).toFixed(1)} ms, cached ${median(cached).toFixed(2)} ms (median)`,
    );
    expect(median(times)).toBeLessThan(1000);
    expect(median(cached)).toBeLessThan(100);
  });
});

test('error: the data node is killed in the middle of a run: one error event and a clean end', async () => {
  const child = fork(new URL('./support/simulator-process.ts', import.meta.url));
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  await using killed = await startGateway({ DATA_NODE_URL: url });
  const client = await readEvents(`${killed.url}/api/sim/run-stream?${base}`);
  const response = killed.rest(`/sim/run?${base}`);
  await expect.poll(() => client.events().length).toBeGreaterThan(1);
  child.kill('SIGKILL');
  expect(await client.ended).toEqual({ clean: true });
  const events = client.events();
  const message = 'the data node broke off the simulation';
  expect(events.filter(({ type }) => type !== 'progress')).toEqual([
    { type: 'error', error: message, message },
  ]);
  expect(events.at(-1)?.type).toBe('error');
  expect((await response).status).toBe(502);
  expect((await killed.rest('/sim/categories')).status).toBe(200);
});
