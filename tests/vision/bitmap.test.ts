import { keccak256 } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  type FakeOracle,
  hashMismatch,
  playerUnknown,
  startOracle,
  startOracles,
} from './support/fake-oracle.ts';
import { alice } from './support/market-model.ts';

const stack = new AsyncDisposableStack();
let oracles: readonly FakeOracle[];
let gateway: TestGateway;
beforeAll(async () => {
  const started = await startOracles(stack);
  oracles = started.oracles;
  gateway = stack.use(await startGateway(started.env));
});
afterAll(() => stack.disposeAsync());

/** Every test plays in a batch of its own, so that leftovers of others do not count. */
let batchId = 100;
beforeEach(() => {
  batchId += 1;
  for (const oracle of oracles) {
    oracle.received.length = 0;
    oracle.decide = () => ({});
  }
});

const good = () => ({
  player: alice,
  batch_id: batchId,
  bitmap_hex: '0xb0',
  expected_hash: keccak256('0xb0'),
});

async function post(body: unknown, headers = { 'content-type': 'application/json' }) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const began = performance.now();
  const response = await gateway.rest('/vision/bitmap', { method: 'POST', headers, body: text });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  const answer = (await response.json()) as any;
  return {
    status: response.status,
    body: answer,
    headers: response.headers,
    took: performance.now() - began,
  };
}

const asked = () =>
  oracles.map(({ received }) => received.filter((one) => one.batch_id === batchId).length);

test('default: all oracles accept, and each was called once with the same body', async () => {
  const { status, body, headers } = await post(good());
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toMatchObject({ accepted: true, batch_id: batchId, player: alice, totalCount: 3 });
  expect(body.acceptedCount).toBeGreaterThanOrEqual(2);
  expect(Object.keys(body).sort()).toEqual([
    'accepted',
    'acceptedCount',
    'batch_id',
    'player',
    'results',
    'totalCount',
  ]);
  await expect.poll(asked).toEqual([1, 1, 1]);
  for (const { received } of oracles) expect(received).toEqual([good()]);
});

test('behavior: zero-padded and long bitmaps are hashed and forwarded as they are', async () => {
  const bitmap_hex = `0x${'ff'.repeat(250)}${'00'.repeat(774)}`;
  const { status } = await post({
    ...good(),
    bitmap_hex,
    expected_hash: keccak256(bitmap_hex as `0x${string}`),
  });
  expect(status).toBe(200);
  expect(oracles[0]?.received[0]?.bitmap_hex).toBe(bitmap_hex);
});

test('behavior: the response is sent at quorum, not with the slowest oracle', async () => {
  const [, , third] = oracles;
  if (third) third.decide = () => ({ delay: 3000 });
  const { status, body, took } = await post(good());
  expect(status).toBe(200);
  expect(took).toBeLessThan(1500);
  expect(body.acceptedCount).toBe(2);
  expect(body.results).toEqual([
    { oracle: 1, accepted: true },
    { oracle: 2, accepted: true },
    { oracle: 3, accepted: false, error: 'has not answered yet' },
  ]);
});

test.each([
  ['hangs', { fate: 'hang' }],
  ['cuts the connection', { fate: 'reset' }],
  ['fails', { status: 500, error: 'database locked at http://10.0.0.3:10003' }],
  ['answers nonsense', { fate: 'not-json' }],
  ['does not accept', { fate: 'not-accepted' }],
] as const)('behavior: an oracle that %s changes nothing', async (_name, response) => {
  const [first] = oracles;
  if (first) first.decide = (_submission, attempt) => (attempt === 0 ? response : {});
  const { status, body } = await post(good());
  expect(status).toBe(200);
  expect(body.acceptedCount).toBe(2);
  expect(JSON.stringify(body)).not.toMatch(/http|127\.0|10\.0\.0/);
});

test('behavior: an oracle that was behind gets the bitmap in the background', async () => {
  const [first] = oracles;
  if (first) first.decide = (_submission, attempt) => (attempt < 2 ? playerUnknown : {});
  const { status } = await post(good());
  expect(status).toBe(200);
  await expect.poll(() => asked()[0]).toBe(3);
  expect(first?.received.every((one) => one.bitmap_hex === '0xb0')).toBe(true);
}, 30_000);

test('behavior: oracles that lag behind are asked again, until a quorum has accepted', async () => {
  const [, second, third] = oracles;
  if (second) second.decide = (_submission, attempt) => (attempt < 3 ? playerUnknown : {});
  if (third) third.decide = () => playerUnknown;
  const { status, body, took } = await post(good());
  expect(status).toBe(200);
  expect(took).toBeGreaterThan(1000);
  expect(body.results.map((one: { accepted: boolean }) => one.accepted)).toEqual([
    true,
    true,
    false,
  ]);
});

test('error: a player whom no oracle knows is 404 at once, with how many are needed', async () => {
  for (const oracle of oracles) oracle.decide = () => playerUnknown;
  const { status, body, took, headers } = await post(good());
  expect(status).toBe(404);
  expect(took).toBeLessThan(1500);
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error).toMatch(/^Player not found/);
  expect(body.error).toContain('0 of 3 oracles accepted, 2 needed');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(asked()).toEqual([1, 1, 1]);
});

test('error: with one oracle down an unknown player is 404 all the same', async () => {
  const [first, second, third] = oracles;
  if (first) first.decide = () => playerUnknown;
  if (second) second.decide = () => ({ fate: 'reset' });
  if (third) third.decide = () => playerUnknown;
  const { status, took } = await post(good());
  expect(status).toBe(404);
  expect(took).toBeLessThan(2000);
});

test('error: oracles that refuse the hash make 400 at once', async () => {
  for (const oracle of oracles) oracle.decide = () => hashMismatch;
  const { status, body, took } = await post(good());
  expect(status).toBe(400);
  expect(body.error).toMatch(/^Hash mismatch/);
  expect(body.error).toContain('0 of 3 oracles accepted, 2 needed');
  expect(took).toBeLessThan(1500);
});

test('behavior: oracles that have not seen the new commitment are waited for while another has', async () => {
  const [, second, third] = oracles;
  if (second) second.decide = (_submission, attempt) => (attempt < 3 ? hashMismatch : {});
  if (third) third.decide = () => hashMismatch;
  const { status, body } = await post(good());
  expect([status, body.accepted]).toEqual([200, true]);
  expect(asked()[0]).toBe(1);
});

test('error: a batch that no oracle has is 404', async () => {
  for (const oracle of oracles) {
    oracle.decide = () => ({ status: 404, error: 'Batch 12 not found' });
  }
  const { status, body } = await post(good());
  expect([status, body.error.slice(0, 15)]).toEqual([404, 'Batch not found']);
});

const wrong: readonly [string, Record<string, unknown>, number, RegExp][] = [
  ['another hash', { expected_hash: keccak256('0xb1') }, 400, /^Hash mismatch/],
  ['an odd number of digits', { bitmap_hex: '0xabc' }, 400, /hex/],
  ['no hex', { bitmap_hex: '0xzz' }, 400, /hex/],
  ['no prefix', { bitmap_hex: 'b0' }, 400, /hex/],
  ['an empty bitmap', { bitmap_hex: '0x' }, 400, /hex/],
  ['a bitmap that is no text', { bitmap_hex: 176 }, 400, /^bitmap_hex/],
  ['no bitmap', { bitmap_hex: undefined }, 400, /^bitmap_hex/],
  ['a short hash', { expected_hash: '0x12' }, 400, /^expected_hash/],
  ['no hash', { expected_hash: undefined }, 400, /^expected_hash/],
  ['a short address', { player: '0x12' }, 400, /^player/],
  ['no player', { player: undefined }, 400, /^player/],
  ['a negative batch', { batch_id: -1 }, 400, /^batch_id/],
  ['a fractional batch', { batch_id: 1.5 }, 400, /^batch_id/],
  ['a batch that is text', { batch_id: '7' }, 400, /^batch_id/],
  ['no batch', { batch_id: undefined }, 400, /^batch_id/],
  ['a huge batch', { batch_id: 1e300 }, 404, /not found/],
  ['a bitmap of 32,001 bytes', { bitmap_hex: `0x${'00'.repeat(32_001)}` }, 400, /32000 bytes/],
  ['a bitmap of 1 MB', { bitmap_hex: `0x${'00'.repeat(1_000_000)}` }, 413, /64 kB/],
];

test.each(wrong)(
  'args: %s is refused before any oracle is asked',
  async (_name, change, status, message) => {
    const response = await post({ ...good(), ...change });
    expect([response.status, Object.keys(response.body)]).toEqual([status, ['error']]);
    expect(response.body.error).toMatch(message);
    expect(asked()).toEqual([0, 0, 0]);
    for (const { received } of oracles) expect(received).toEqual([]);
  },
);

test('args: bodies that are no JSON object, and other types', async () => {
  expect((await post('{')).status).toBe(400);
  expect((await post('[]')).status).toBe(400);
  expect((await post(good(), { 'content-type': 'text/plain' })).status).toBe(415);
  const get = await gateway.rest('/vision/bitmap');
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test('behavior: any case of address and hash is the same player and hash', async () => {
  const { status, body } = await post({
    ...good(),
    player: alice.toLowerCase(),
    expected_hash: keccak256('0xb0').toUpperCase().replace('0X', '0x'),
  });
  expect([status, body.player]).toEqual([200, alice.toLowerCase()]);
});

test('behavior: 100 submissions at once are all accepted', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => post(good())));
  expect(all.filter(({ status }) => status !== 200)).toEqual([]);
});

test.each([
  [2, 2],
  [4, 4],
  [4, 3],
  [5, 3],
])('error: of %i oracles %i refuse the format, which is 400 by majority', async (all, refusing) => {
  await using own = new AsyncDisposableStack();
  const several: FakeOracle[] = [];
  for (let index = 0; index < all; index += 1) several.push(own.use(await startOracle()));
  const ORACLE_URLS = several.map(({ url }) => url).join();
  const among = own.use(await startGateway({ ORACLE_URLS }));
  for (const [index, oracle] of several.entries()) {
    // Those that refuse come one after the other.
    const refusal = { status: 400, error: 'Bitmap too short: 1', delay: 50 * index };
    oracle.decide = () => (index < refusing ? refusal : {});
  }
  const response = await among.post('/vision/bitmap', good());
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.stringContaining(`${all - refusing} of ${all} oracles accepted`) },
  ]);
});
