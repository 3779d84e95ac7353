import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, jsonHeaders } from '../../support/cases/call-route.ts';
import { findErrorProblem } from '../../support/cases/check-response.ts';
import type { Fault } from '../../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../../support/faulty-world.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { wallet } from '../../support/world/data-node-responses.ts';
import { bitmap, bitmapHash } from '../../support/world/oracle-responses.ts';

let world: FaultyWorld;
/** A gateway of an operator who has configured no token, over upstreams that are not there. */
let bare: TestGateway;
beforeAll(async () => {
  world = await startFaultyWorld();
  bare = await startGateway();
});
afterAll(async () => {
  await bare[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** How an upstream answers instead of what it should. */
const says = (status: number, body: unknown): Fault => ({
  name: `a ${status}`,
  kind: 'broken',
  respond: ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  },
});
const noBatch = says(404, { error: 'Batch not found' });
const sealed = says(403, { error: 'Reveal window not yet expired. Deadline: 1767226800, now: 1' });
const submission = { player: wallet, batch_id: 3, bitmap_hex: bitmap, expected_hash: bitmapHash };

type ErrorCase = {
  readonly status: number;
  /** Method and path as the specification names them, and what is asked. */
  readonly route: string;
  readonly condition: string;
  readonly path: string;
  readonly body?: unknown;
  /** What the oracles say to it. */
  readonly oracles?: Fault;
  readonly without?: 'everything';
  readonly saying: RegExp;
};

/** The specified errors of each route. */
const errors: readonly ErrorCase[] = [
  {
    status: 400,
    route: '/deployment',
    condition: 'invalid or missing file',
    path: '/deployment?file=../package.json',
    saying: /file must be one of/,
  },
  {
    status: 404,
    route: '/deployment',
    condition: 'file not found',
    path: '/deployment?file=lending-e2e.json',
    saying: /not found/,
  },
  {
    status: 400,
    route: '/explorer/health',
    condition: 'invalid endpoint',
    path: '/explorer/health?endpoint=all',
    saying: /endpoint must be one of history, latest/,
  },
  {
    status: 400,
    route: '/explorer/health',
    condition: 'invalid range',
    path: '/explorer/health?range=2d',
    saying: /range must be one of 1h, 6h, 24h, 7d, 30d/,
  },
  ...[
    '/market/history?source=crypto&asset=bitcoin',
    '/vision/snapshot',
    '/vision/snapshot/meta',
  ].map((path) => ({
    status: 502,
    route: path.split('?')[0] ?? '',
    condition: 'data node unavailable',
    path,
    without: 'everything' as const,
    saying: /unavailable/,
  })),
  {
    status: 503,
    route: '/explorer/health',
    condition: 'EXPLORER_TOKEN not configured',
    path: '/explorer/health',
    without: 'everything',
    saying: /EXPLORER_TOKEN is not configured/,
  },
  {
    status: 400,
    route: '/market/history',
    condition: 'missing source',
    path: '/market/history?asset=bitcoin',
    saying: /source is required/,
  },
  {
    status: 400,
    route: '/market/history',
    condition: 'missing asset',
    path: '/market/history?source=crypto',
    saying: /asset is required/,
  },
  {
    status: 400,
    route: '/faucet',
    condition: 'invalid address format',
    path: '/faucet',
    body: { address: '0x12' },
    saying: /address must be/,
  },
  {
    status: 400,
    route: '/faucet',
    condition: 'invalid amount',
    path: '/faucet',
    body: { address: wallet, amount: 'much' },
    saying: /amount must be/,
  },
  {
    status: 400,
    route: '/itp-enrichment',
    condition: 'invalid itp_id format',
    path: '/itp-enrichment?itp_id=0x1',
    saying: /Invalid itp_id/,
  },
  {
    status: 502,
    route: '/dn/{path}',
    condition: 'data node unreachable',
    path: '/dn/health',
    without: 'everything',
    saying: /data node is unreachable/,
  },
  {
    status: 404,
    route: '/vision/batch/{id}/state',
    condition: 'batch does not exist',
    path: '/vision/batch/99/state',
    saying: /not found/i,
  },
  {
    status: 500,
    route: '/vision/batch/{id}/history',
    condition: 'database query failure',
    path: '/vision/batch/3/history',
    oracles: says(500, { error: 'SELECT failed: no such table ticks' }),
    saying: /^the tick history could not be read$/,
  },
  {
    status: 403,
    route: '/vision/reveal/{batch_id}/{tick_id}',
    condition: 'reveal window not expired; message contains the deadline timestamp',
    path: '/vision/reveal/3/12',
    oracles: sealed,
    saying: /1767226800/,
  },
  {
    status: 404,
    route: '/vision/reveal/{batch_id}/{tick_id}',
    condition: 'batch does not exist',
    path: '/vision/reveal/99/12',
    saying: /not found/i,
  },
  {
    status: 400,
    route: '/vision/backtest',
    condition: 'missing bitmap_hex',
    path: '/vision/backtest',
    body: { batch_id: 3 },
    saying: /bitmap_hex is missing/,
  },
  {
    status: 400,
    route: '/vision/backtest',
    condition: 'invalid hex encoding in bitmap_hex',
    path: '/vision/backtest',
    body: { batch_id: 3, bitmap_hex: '0xzz' },
    saying: /hex/,
  },
  {
    status: 400,
    route: '/vision/backtest',
    condition: 'batch has no markets configured',
    path: '/vision/backtest',
    body: { batch_id: 3, bitmap_hex: bitmap },
    oracles: says(400, { error: 'batch 3 has no markets configured' }),
    saying: /no markets/,
  },
  {
    status: 404,
    route: '/vision/backtest',
    condition: 'batch does not exist',
    path: '/vision/backtest',
    body: { batch_id: 99, bitmap_hex: bitmap },
    oracles: noBatch,
    saying: /not found/i,
  },
  {
    status: 404,
    route: '/vision/bitmap',
    condition: 'Player not found (submitted too early after joining)',
    path: '/vision/bitmap',
    body: submission,
    oracles: says(404, { error: `Player ${wallet} not found in batch 3` }),
    saying: /Player not found/,
  },
  {
    status: 400,
    route: '/vision/bitmap',
    condition: 'Hash mismatch',
    path: '/vision/bitmap',
    body: { ...submission, expected_hash: `0x${'00'.repeat(32)}` },
    saying: /Hash mismatch/,
  },
];

const post = (body: unknown) => ({
  method: 'POST',
  headers: jsonHeaders,
  body: JSON.stringify(body),
});

test.each(errors)('error: $status $route, $condition', async (one) => {
  const { status, path, body, oracles, without, saying } = one;
  if (oracles) world.setFault('oracles', oracles);
  const origin = without ? bare.url : world.gateway.url;
  const seen = await callRoute(origin, path, body === undefined ? {} : post(body));
  world.setFault('oracles', null);
  expect([seen.status, findErrorProblem(seen)], seen.text).toEqual([status, null]);
  expect((JSON.parse(seen.text) as { error: string }).error).toMatch(saying);
  world.forget();
  await world.recover();
});

test('error: 502 /explorer/health, data node unavailable', async () => {
  for (const upstream of world.of('dataNode')) await upstream.goDown();
  const seen = await callRoute(world.gateway.url, '/explorer/health?endpoint=latest');
  for (const upstream of world.of('dataNode')) await upstream.comeUp();
  expect([seen.status, findErrorProblem(seen)]).toEqual([502, null]);
  await world.recover();
});

test('error: 500 /faucet, transaction failed', async () => {
  for (const upstream of world.of('l3')) await upstream.goDown();
  const seen = await callRoute(world.gateway.url, '/faucet', post({ address: wallet }));
  for (const upstream of world.of('l3')) await upstream.comeUp();
  expect([seen.status, findErrorProblem(seen)]).toEqual([500, null]);
  expect(JSON.parse(seen.text)).toEqual({ error: 'transaction failed' });
});

test.each([204, 301, 304, 400, 401, 403, 404, 409, 418, 429, 500, 503])(
  'error: %i /dn/{path}, upstream status forwarded unchanged',
  async (status) => {
    const fault = says(status, { error: 'as the data node says it', code: 7 });
    world.setFault('dataNode', fault);
    const seen = await callRoute(world.gateway.url, '/dn/anything');
    world.setFault('dataNode', null);
    expect(seen.status).toBe(status);
    if (status !== 204 && status !== 304) {
      expect(JSON.parse(seen.text)).toEqual({ error: 'as the data node says it', code: 7 });
      expect(seen.type).toBe('application/json');
    }
  },
);
