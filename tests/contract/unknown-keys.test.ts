import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeCases } from '../support/cases/route-cases.ts';
import type { FaultExchange } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { itpId, runId, wallet } from '../support/world/data-node-responses.ts';

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What nobody here knows, in both spellings, with one that a graph or a JSON library could stumble over. */
const beside = { nextDay: 1, previous_day: 2, toString: 'text', tvlUSD: [{ a_b: 1, cD: 2 }] };

/** What nobody outside may see. */
const secret = 'sk-4242424242';
const inner = { private_key: secret, nodeUrl: secret, 'API-Key': secret };
const secrets = { ...inner, extra: { ...inner, list: [{ redis_password: secret, kept: 1 }] } };

/** The same JSON with unknown keys in every object. */
function enrich(value: unknown, more: object = beside): unknown {
  if (Array.isArray(value)) return value.map((one) => enrich(one, more));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, enrich(member, more)]);
  return { ...Object.fromEntries(members), ...more };
}

const enrichedWith = (more: object) =>
  ({
    name: 'unknown keys everywhere',
    kind: 'harmless',
    respond: ({ response, good }: FaultExchange) => {
      response.writeHead(good.status ?? 200, { 'content-type': good.type ?? 'application/json' });
      const toEnriched = (text: string) => JSON.stringify(enrich(JSON.parse(text), more));
      const isStream = good.body.startsWith('data: ');
      const data = (_line: string, text: string) => `data: ${toEnriched(text)}`;
      response.end(isStream ? good.body.replace(/^data: (.*)$/gm, data) : toEnriched(good.body));
    },
  }) as const;
const enriched = enrichedWith(beside);

/** Routes with the keys that lead to an object whose fields the specification states. */
const stated: readonly (readonly [path: string, ...keys: (string | number)[]])[] = [
  ['/price?asset=BTC'],
  ['/market/history?source=crypto&asset=bitcoin', 'prices', 1],
  [`/itp-price?itp_id=${itpId}`],
  ['/aum-ranking', 0],
  [`/portfolio?address=${wallet}`],
  [`/portfolio?address=${wallet}`, 'positions', 0],
  [`/portfolio/history?address=${wallet}`, 0],
  [`/portfolio/trades?address=${wallet}`, 0],
  ['/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30'],
  ['/sim/run?category_id=all&top_n=5&weighting=equal&rebalance_days=30', 'stats'],
  ['/vision/batches', 'batches', 0],
  ['/vision/markets', 'markets', 0],
  ['/vision/batch/3/state'],
  ['/vision/batch/3/state', 'players', 0],
  ['/vision/batch/3/history', 'history', 0],
  [`/vision/balance/3/${wallet}`],
];

/** Routes that drop unknown fields (docs/spec-gaps.md, REST conventions). */
const decided: readonly string[] = [
  '/snapshot',
  `/snapshot?itp_id=${itpId}`,
  `/lending/position?address=${wallet}`,
  `/morpho-position?user=${wallet}`,
  `/lending/history?address=${wallet}`,
  '/lending/markets',
  `/user-state?address=${wallet}`,
  '/vault-balances',
  '/sim/categories',
  `/sim/holdings?run_id=${runId}`,
  `/sim/compare?run_ids=${runId}`,
  '/sim/results',
  '/sim/benchmarks?start_date=2021-01-01',
  '/vision/leaderboard',
  '/vision/sources',
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

  test.each(decided)('default: are dropped where all fields are known: %s', async (path) => {
    const response = await world.gateway.rest(path);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    for (const key of Object.keys(beside)) expect(text).not.toContain(`"${key}"`);
  });

  test('behavior: the results of a tick hold what is known of outcomes', async () => {
    const body = await (await world.gateway.rest('/vision/batch/3/history')).json();
    expect(body.history[0]).toMatchObject(beside);
    expect(body.history[0].results_json).toEqual({
      markets: [{ market_id: 'bitcoin', outcome: 'Up', pct_change: 0.42 }],
    });
  });

  test('behavior: explorer health shows the listed fields alone', async () => {
    const response = await world.gateway.rest('/explorer/health?endpoint=latest');
    expect(await response.text()).not.toContain('nextDay');
  });

  test('behavior: they take the place of nothing that is said here', async () => {
    const source = 'somebody';
    world.setFault('dataNode', {
      ...enriched,
      respond: ({ response, good }) => {
        const more = { nav_display: 'y', source };
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
      dtf: { nav: { usd: 10.25, source: 'DATA_NODE' } },
      portfolio: { address: wallet },
    });
  });

  test('behavior: a snapshot of the specified shape keeps them in each entry', async () => {
    world.setFault('dataNode', {
      ...enriched,
      respond: ({ response, good }) => {
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
      respond: ({ response, good }) => {
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

  test('behavior: they are no events for subscribers of a NAV', async () => {
    let looks = 0;
    world.setFault('dataNode', {
      ...enriched,
      respond: ({ response, good }) => {
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

  /** All routes but those that pass on what an upstream says as it is. */
  const read = routeCases.filter(({ path }) => !/^\/dn\/|stats\/global|^\/faucet/.test(path));
  const alias = { path: `/morpho-position?user=${wallet}`, body: undefined };
  test.each([...read, alias].map(({ path, body }) => ({ path, body })))(
    'behavior: no secret and no inner address passes: $path',
    async ({ path, body }) => {
      for (const name of ['dataNode', 'oracles', 'marketData', 'defiData'] as const) {
        world.setFault(name, enrichedWith(secrets));
      }
      world.forget();
      const { gateway } = world;
      const response = await (body === undefined ? gateway.rest(path) : gateway.post(path, body));
      const text = await response.text();
      // In a map every key is a name, and a text is no price and no source.
      const isMap = /prices$|meta$/.test(path);
      expect(response.status, text).toBe(isMap ? 502 : 200);
      expect(text).not.toContain('"type":"error"');
      expect(text).not.toContain(secret);
      for (const name of ['private_key', 'nodeUrl', 'API-Key', 'redis_password']) {
        expect(text).not.toContain(name);
      }
    },
  );

  test('behavior: fields beside a secret in an unknown field are kept', async () => {
    for (const name of ['dataNode', 'oracles'] as const) {
      world.setFault(name, enrichedWith(secrets));
    }
    world.forget();
    const { batches } = await (await world.gateway.rest('/vision/batches')).json();
    expect(batches[0].extra).toEqual({ list: [{ kept: 1 }] });
  });
});
