import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { itpId, runId, wallet } from '../support/world/data-node-answers.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What nobody here knows, in both spellings, with one that a graph or a JSON library could stumble over. */
const beside = { nextDay: 1, previous_day: 2, toString: 'text', tvlUSD: [{ a_b: 1, cD: 2 }] };

/** The same JSON with unknown keys in every object. */
function enrich(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(enrich);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, enrich(member)]);
  return { ...Object.fromEntries(members), ...beside };
}

const enriched = {
  name: 'unknown keys everywhere',
  kind: 'harmless',
  play: ({ response, good }: Exchange) => {
    response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
    const [, event] = /^data: (.*"type":"result".*)$/m.exec(good.body) ?? [];
    if (event) response.end(`data: ${JSON.stringify(enrich(JSON.parse(event)))}\n\n`);
    else response.end(JSON.stringify(enrich(JSON.parse(good.body))));
  },
} as const;

/** Routes with the keys that lead to an object as stated. */
const stated: readonly (readonly [path: string, ...keys: (string | number)[]])[] = [
  ['/price?asset=BTC'],
  ['/market/history?source=crypto&asset=bitcoin', 'prices', 1],
  [`/itp-price?itp_id=${itpId}`],
  ['/aum-ranking', 0],
  ['/snapshot', 0],
  [`/snapshot?itp_id=${itpId}`],
  [`/snapshot?itp_id=${itpId}`, 'assets', 1],
  [`/portfolio?address=${wallet}`],
  [`/portfolio?address=${wallet}`, 'positions', 0],
  [`/portfolio/history?address=${wallet}`, 0],
  [`/portfolio/trades?address=${wallet}`, 0],
  [`/lending/position?address=${wallet}`, 'market'],
  [`/lending/history?address=${wallet}`, 0],
  [`/user-state?address=${wallet}`],
  ['/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30'],
  ['/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30', 'stats'],
  ['/sim/categories', 'categories', 0],
  [`/sim/holdings?run_id=${runId}`, 'holdings', 0],
  [`/sim/compare?run_ids=${runId}`, 'simulations', 0],
  ['/sim/results', 'results', 0],
  ['/sim/benchmarks?start_date=2021-01-01', 'benchmarks', 0],
  ['/vision/batches', 'batches', 0],
  ['/vision/markets', 'markets', 0],
  ['/vision/batch/3/state'],
  ['/vision/batch/3/state', 'players', 0],
  ['/vision/batch/3/history', 'history', 0],
  [`/vision/balance/3/${wallet}`],
  ['/vision/leaderboard'],
  ['/vision/leaderboard', 'leaderboard', 0],
];

describe('unknown keys of upstreams', () => {
  beforeAll(() => {
    for (const name of ['dataNode', 'oracles'] as const) world.setFault(name, enriched);
  });

  test.each(stated.map(([path, ...keys]) => ({ path, keys })))(
    'default: are kept under their names: $path $keys',
    async ({ path, keys }) => {
      const response = await world.gateway.rest(path);
      let thing: unknown = await response.json();
      expect(response.status, JSON.stringify(thing)).toBe(200);
      for (const key of keys) thing = (thing as Record<string | number, unknown>)[key];
      expect(thing).toMatchObject(beside);
    },
  );

  test('behavior: explorer health shows the listed fields alone', async () => {
    const response = await world.gateway.rest('/explorer/health?endpoint=latest');
    expect(await response.text()).not.toContain('nextDay');
  });

  test('behavior: they take the place of nothing that is said here', async () => {
    const source = 'somebody';
    world.setFault('dataNode', {
      ...enriched,
      play: ({ response, good }) => {
        const more = { itp_id: 'x', nav_display: 'y', source, address: 'z' };
        response.end(JSON.stringify({ ...JSON.parse(good.body), ...more }));
      },
    });
    world.forget();
    const price = await (await world.gateway.rest(`/itp-price?itp_id=${itpId}`)).json();
    expect(price).toMatchObject({ itp_id: itpId, nav_display: 10.25, source: 'data-node' });
    const portfolio = await (await world.gateway.rest(`/portfolio?address=${wallet}`)).json();
    expect(portfolio).toMatchObject({ address: wallet });
    const { data } = await world.gateway.query(
      `{ dtf(id: "${itpId}") { nav { wei usd source } } portfolio(address: "${wallet}") { address } }`,
    );
    expect(data).toMatchObject({
      dtf: { nav: { usd: 10.25, source: 'data-node' } },
      portfolio: { address: wallet },
    });
  });

  test('behavior: a snapshot of the specified shape keeps them in each entry', async () => {
    world.setFault('dataNode', {
      ...enriched,
      play: ({ response, good }) => {
        const { snapshots, ...rest } = JSON.parse(good.body);
        const prices = snapshots && (enrich(snapshots) as object[]);
        response.end(JSON.stringify(prices ? { ...rest, prices, totalAssets: 7 } : rest));
      },
    });
    world.forget();
    const body = await (await world.gateway.rest('/vision/snapshot?source=crypto')).json();
    expect(body).toMatchObject({ totalAssets: 230, prices: [{ ...beside, prevClose: null }] });
  });

  test('behavior: known keys take either spelling, unknown ones beside them stay', async () => {
    world.setFault('oracles', {
      ...enriched,
      play: ({ response, good }) => {
        const { batches } = JSON.parse(good.body);
        const [{ market_ids, player_count, ...batch }] = batches;
        const spelled = { marketIds: market_ids, playerCount: player_count };
        const hash = { configHash: `0x${'ab'.repeat(32)}`, currentTick: 9 };
        const both = { tickDuration: 1, tvlUSD: '5' };
        response.end(JSON.stringify({ batches: [{ ...batch, ...spelled, ...hash, ...both }] }));
      },
    });
    world.forget();
    const { batches } = await (await world.gateway.rest('/vision/batches')).json();
    expect(batches[0]).toMatchObject({
      ...{ market_ids: ['bitcoin', 'ethereum'], player_count: 1, tick_duration: 600 },
      ...{ config_hash: `0x${'ab'.repeat(32)}`, current_tick: 9, tickDuration: 1, tvlUSD: '5' },
    });
    expect(batches[0]).not.toHaveProperty('marketIds');
    const { data } = await world.gateway.query(
      '{ batches(first: 1) { edges { node { currentTick configHash tickDuration } } } }',
    );
    expect(data).toMatchObject({ batches: { edges: [{ node: { currentTick: 9 } }] } });
  });

  test('behavior: they are no news to who watches a NAV', async () => {
    let looks = 0;
    world.setFault('dataNode', {
      ...enriched,
      play: ({ response, good }) => {
        looks += 1;
        response.end(JSON.stringify({ ...JSON.parse(good.body), look: looks }));
      },
    });
    world.forget();
    const leaving = new AbortController();
    const query = encodeURIComponent(`subscription { nav(itpId: "${itpId}") { wei } }`);
    const response = await fetch(`${world.gateway.url}/graphql?query=${query}`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    let told = '';
    const reading = (async () => {
      for await (const chunk of response.body ?? []) told += Buffer.from(chunk);
    })().catch(() => undefined);
    while (looks < 3) {
      world.pass(2000);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    leaving.abort();
    await reading;
    expect(told.match(/"wei"/g)).toHaveLength(1);
  });
});
