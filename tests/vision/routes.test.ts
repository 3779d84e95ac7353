import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway, unreachableUrl } from '../support/gateway.ts';
import { getJson, type JsonResponse } from '../support/get-json.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';

const dialects = ['spec', 'wild'] as const;
type Dialect = (typeof dialects)[number];

const stack = new AsyncDisposableStack();
const oracles = {} as Record<Dialect, FakeOracle>;
const gateways = {} as Record<Dialect, TestGateway>;
beforeAll(async () => {
  for (const format of dialects) {
    oracles[format] = stack.use(await startOracle(format));
    // The first oracle is down: reads go to the next one.
    const env = { ORACLE_URLS: `${unreachableUrl},${oracles[format].url}` };
    gateways[format] = stack.use(await startGateway(env));
  }
});
afterAll(() => stack.disposeAsync());

/** Oracles in the wild leave the markets away, but not how many there are. */
const known = <T extends { market_ids: string[] }>(body: T, format: Dialect): T =>
  format === 'spec' ? body : { ...body, market_ids: [] };

const resolved = (tick: number) => ({
  batch_id: 7,
  tick_id: tick,
  player_count: 2,
  total_matched: '2000000000000000000',
});

test.each(dialects)(
  'default: batches by id descending, with what the oracle adds (%s)',
  async (format) => {
    const { status, headers, body } = await getJson(gateways[format], '/vision/batches');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, s-maxage=5, stale-while-revalidate=30');
    expect(body).toEqual({
      batches: [7, 5, 3].map((id) => known(model.batchEntry(id), format)),
    });
  },
);

test.each(dialects)('default: the state of a batch in snake_case (%s)', async (format) => {
  const { status, body } = await getJson(gateways[format], '/vision/batch/7/state');
  expect(status).toBe(200);
  const players = model.state.players;
  expect(body).toEqual({ ...known(model.state, format), players });
});

test.each(dialects)('default: the history of a batch, newest first (%s)', async (format) => {
  const { status, body } = await getJson(gateways[format], '/vision/batch/7/history');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['history']);
  expect(body.history).toHaveLength(4);
  for (const [index, entry] of body.history.entries()) {
    const tick = 4 - index;
    expect(entry).toMatchObject(resolved(tick));
    expect(new Date(entry.resolved_at).getTime()).toBe((1_790_000_000 + 10 * tick) * 1000);
    expect(entry.results_json.markets).toMatchObject([
      { market_id: 'bitcoin', outcome: 'Up', pct_change: 1 },
      { market_id: 'ethereum', outcome: 'Down', pct_change: -2 },
      { market_id: 'flatcoin', outcome: 'Flat', pct_change: 0 },
    ]);
  }
});

test.each(dialects)('default: markets, reveal, balance and leaderboard (%s)', async (format) => {
  const gateway = gateways[format];
  expect((await getJson(gateway, '/vision/markets')).body).toEqual({ markets: model.markets });
  const reveal = await getJson(gateway, '/vision/reveal/7/4');
  expect(reveal.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(reveal.body).toEqual({
    ...model.reveal,
    bitmaps: model.reveal.bitmaps,
  });
  const balance = await getJson(gateway, `/vision/balance/7/${model.alice.toLowerCase()}`);
  expect(balance.body).toEqual(model.balance);
  const board = await getJson(gateway, '/vision/leaderboard?batch_id=7');
  expect(board.body).toEqual(model.leaderboard);
  expect(oracles[format].asked).toContain('GET /vision/leaderboard?batch_id=7');
});

test('behavior: a ranking is by profit, whatever order the oracle has, and every player has a rank', async () => {
  const { special, asked } = oracles.wild;
  const player = (digit: string) => `0x${digit.repeat(40)}`;
  const row = (walletAddress: string, pnl: number, rank?: number) => ({ walletAddress, pnl, rank });
  special.set('/vision/leaderboard', {
    status: 200,
    body: { leaderboard: [row(player('a'), 1), row(player('b'), 5), row(player('c'), -3)] },
  });
  const gateway = gateways.wild;
  const { body } = await getJson(gateway, '/vision/leaderboard?source_id=crypto%20%26x');
  const ranks = body.leaderboard.map((entry: { walletAddress: string; rank: number }) => [
    entry.rank,
    entry.walletAddress,
  ]);
  expect(ranks).toEqual([
    [1, player('b')],
    [2, player('a')],
    [3, player('c')],
  ]);
  expect(asked.at(-1)).toBe('GET /vision/leaderboard?source_id=crypto+%26x');
  const { data } = await gateway.query(
    '{ leaderboard(sourceId: "stocks") { entries { edges { node { rank } } } } }',
  );
  expect(data).toMatchObject({ leaderboard: { entries: { edges: [{}, {}, {}] } } });
  expect(asked.at(-1)).toBe('GET /vision/leaderboard?source_id=stocks');
  special.delete('/vision/leaderboard');
});

test.each([
  [81, 'a list', (list: object[]) => list],
  [82, 'the text of one', (list: object[]) => JSON.stringify(list)],
  [83, 'results', (markets: object[]) => ({ markets })],
  [84, 'the text of results', (markets: object[]) => JSON.stringify({ markets })],
])(
  'behavior: outcomes that an oracle does not name follow from the move: %i, %s',
  async (...told) => {
    const [batch, , spell] = told;
    const { special } = oracles.spec;
    special.set(`/vision/batch/${batch}/history`, {
      status: 200,
      body: [
        {
          tickId: 1,
          resolvedAt: '2026-01-01T00:00:00',
          totalPool: '5',
          winnerCount: 2,
          loserCount: 1,
          marketOutcomes: spell([
            { marketId: 'a', startPrice: 1, endPrice: 2, pctChange: 100, wentUp: true },
            { marketId: 'b', startPrice: 2, endPrice: 1, pctChange: '-50', wentUp: false },
            { marketId: 'c', startPrice: 1, endPrice: 1, pctChange: 0, wentUp: false },
          ]),
        },
      ],
    });
    const { body } = await getJson(gateways.spec, `/vision/batch/${batch}/history`);
    expect(body.history[0]).toMatchObject({
      batch_id: batch,
      tick_id: 1,
      resolved_at: '2026-01-01T00:00:00Z',
      player_count: 3,
      total_matched: '5',
    });
    const { markets } = body.history[0].results_json;
    expect(markets.map((one: { outcome: string }) => one.outcome)).toEqual(['Up', 'Down', 'Flat']);
  },
);

test('behavior: an oracle with more than 100 batches or ticks is cut to the newest', async () => {
  const oracle = await startOracle();
  stack.use(oracle);
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const many = Array.from({ length: 150 }, (_, index) => index + 1);
  oracle.special.set('/vision/batches', {
    status: 200,
    body: { batches: many.map(model.batchEntry) },
  });
  oracle.special.set('/vision/batch/7/history', {
    status: 200,
    body: { history: many.map((tick_id) => ({ tick_id })) },
  });
  const { batches } = (await getJson(gateway, '/vision/batches')).body;
  expect(batches.map(({ id }: { id: number }) => id)).toEqual(many.slice(50).reverse());
  const { history } = (await getJson(gateway, '/vision/batch/7/history')).body;
  expect(history.map((one: { tick_id: number }) => one.tick_id)).toEqual(many.slice(50).reverse());
});

const isError = ({ status, body }: JsonResponse, expected: number) => {
  expect([status, Object.keys(body)]).toEqual([expected, ['error']]);
  expect(body.error).not.toMatch(/127\.0|http/);
};

test('error: a sealed tick is 403 with the deadline, and is fetched again', async () => {
  const error = 'Reveal window not yet expired. Deadline: 1790000640, now: 1790000042';
  oracles.spec.special.set('/vision/reveal/7/9', { status: 403, body: { error } });
  const sealed = await getJson(gateways.spec, '/vision/reveal/7/9');
  expect(sealed.headers.get('cache-control')).toBe('no-store');
  expect([sealed.status, sealed.body]).toEqual([403, { error }]);
  oracles.spec.special.set('/vision/reveal/7/9', {
    status: 200,
    body: { ...model.reveal, tick_id: 9 },
  });
  expect((await getJson(gateways.spec, '/vision/reveal/7/9')).status).toBe(200);
});

test('error: an oracle whose database fails makes the history 500, and nothing else', async () => {
  const failed = { status: 500, body: { error: 'Database query failed' } };
  oracles.spec.special.set('/vision/batch/9/history', failed);
  isError(await getJson(gateways.spec, '/vision/batch/9/history'), 500);
  oracles.spec.special.set('/vision/batch/9/state', failed);
  isError(await getJson(gateways.spec, '/vision/batch/9/state'), 502);
});

test.each([
  ['/vision/batch/99/state', 404],
  ['/vision/batch/99/history', 404],
  ['/vision/reveal/99/1', 404],
  [`/vision/balance/99/${model.alice}`, 404],
  ['/vision/batch/-1/state', 400],
  ['/vision/batch/1.5/state', 400],
  ['/vision/batch/abc/history', 400],
  ['/vision/batch/1e3/state', 400],
  ['/vision/batch/99999999999999999999/state', 404],
  [`/vision/batch/${'9'.repeat(100)}/state`, 400],
  ['/vision/reveal/7/-1', 400],
  ['/vision/reveal/7/99999999999999999999', 404],
  ['/vision/balance/7/0x12', 400],
  [`/vision/balance/7/${model.alice}00`, 400],
  [`/vision/balance/7/${model.alice}?fromTick=-1`, 400],
  ['/vision/leaderboard?batch_id=x', 400],
  ['/vision/leaderboard?source_id=', 400],
  ['/vision/leaderboard?batch_id=1&batch_id=2', 400],
] as const)('error: GET %s is %i', async (path, status) => {
  isError(await getJson(gateways.spec, path), status);
});

test('error: without any oracle everything is 502', async () => {
  const gateway = stack.use(await startGateway());
  const paths = [
    '/vision/batches',
    '/vision/markets',
    '/vision/batch/7/state',
    '/vision/batch/7/history',
    '/vision/reveal/7/4',
    `/vision/balance/7/${model.alice}`,
    '/vision/leaderboard',
    '/vision/points',
  ];
  for (const path of paths) isError(await getJson(gateway, path), 502);
});

test('default: what is not known here is forwarded as it is', async () => {
  const { special, asked } = oracles.wild;
  special.set('/vision/stats/global', { status: 418, body: { weirdKey: [1.0, 1e-7] } });
  const path = '/vision/stats/global?b=%2F..&a=1&a=2';
  const response = await gateways.wild.rest(path);
  expect([response.status, await response.text()]).toEqual([418, '{"weirdKey":[1,1e-7]}']);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked).toContain(`GET ${path}`);
  const config = await getJson(gateways.wild, `/vision/config/by-hash/${model.configHash}`);
  expect(config.body).toEqual(model.config);
  const doubled = await gateways.wild.rest('/vision/vision/stats/global');
  expect(doubled.status).toBe(418);
  const head = await gateways.wild.rest('/vision/stats/global', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([418, '']);
  const posted = await gateways.wild.rest('/vision/stats/global', { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

/** GETs a path as it is; `fetch` would resolve its dots. */
async function getRaw(base: string, path: string) {
  const { hostname, port, pathname } = new URL(base);
  const call = request({ hostname, port, path: pathname + path }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync(response)).toString();
  return { status: response.statusCode, body };
}

test.each([
  '/vision/a/%2e%2e/b',
  '/vision/../health',
  '/vision/%252e%252e/b',
  '/vision/a%5cb',
  '/vision/..;/health',
])('error: %s never reaches an oracle', async (path) => {
  const before = oracles.spec.asked.length;
  const { status, body } = await getRaw(`${gateways.spec.url}/api`, path);
  expect([status, Object.keys(JSON.parse(body))]).toEqual([400, ['error']]);
  expect(oracles.spec.asked).toHaveLength(before);
});
