import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeOracle, startOracle } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';

const stack = new AsyncDisposableStack();
let oracle: FakeOracle;
let gateway: TestGateway;
beforeAll(async () => {
  oracle = stack.use(await startOracle('wild'));
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
});
afterAll(() => stack.disposeAsync());

async function run(body: unknown) {
  const response = await gateway.post('/vision/backtest', body);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  return { status: response.status, body: (await response.json()) as any };
}

test('default: the oracle computes, without the code, over 50 ticks', async () => {
  const { status, body } = await run({ batch_id: 7, bitmap_hex: '0xb0', code: 'while (true) {}' });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...model.backtest,
    asked: { batchId: 7, bitmapHex: '0xb0', ticks: 50 },
  });
});

test('behavior: a win rate has 4 decimals, however many the oracle sends', async () => {
  oracle.special.set('/vision/backtest', {
    status: 200,
    body: { ...model.backtest, win_rate: 0.512_345_678 },
  });
  const { body } = await run({ batch_id: 7, bitmap_hex: '0xb0', ticks: 3 });
  oracle.special.delete('/vision/backtest');
  expect(body.win_rate).toBe(0.5123);
});

test.each([
  [1, 1],
  [200, 200],
  [201, 200],
  [1_000_000_000, 200],
])('behavior: %i ticks are %i', async (given, played) => {
  const { body } = await run({ batch_id: 7, bitmap_hex: '0xb0', ticks: given });
  expect(body.asked.ticks).toBe(played);
});

test.each([0, -1, 1.5, '5', null, Number.MAX_VALUE * 10])(
  'args: %j ticks are 400',
  async (ticks) => {
    const { status, body } = await run({ batch_id: 7, bitmap_hex: '0xb0', ticks });
    expect([status, Object.keys(body)]).toEqual([400, ['error']]);
    expect(body.error).toMatch(/^ticks/);
  },
);

test.each([
  [{ batch_id: 99 }, 404, /batch/i],
  [{ batch_id: 99, bitmap_hex: 'zz' }, 404, /batch/i],
  [{ batch_id: 1e30, bitmap_hex: '0xb0' }, 404, /batch/i],
  [{ batch_id: 7 }, 400, /^bitmap_hex is missing/],
  [{ batch_id: 7, bitmap_hex: '' }, 400, /^bitmap_hex is missing/],
  [{ batch_id: 7, bitmap_hex: '0xb' }, 400, /^bitmap_hex is invalid hex/],
  [{ batch_id: 7, bitmap_hex: 'b0' }, 400, /^bitmap_hex is invalid hex/],
  [{ batch_id: 7, bitmap_hex: 5 }, 400, /^bitmap_hex/],
  [{ bitmap_hex: '0xb0' }, 400, /^batch_id/],
  [{ batch_id: -1, bitmap_hex: '0xb0' }, 400, /^batch_id/],
  [{ batch_id: 1.5, bitmap_hex: '0xb0' }, 400, /^batch_id/],
])('error: %j is %i', async (body, status, message) => {
  const response = await run(body);
  expect([response.status, Object.keys(response.body)]).toEqual([status, ['error']]);
  expect(response.body.error).toMatch(message);
});

test('behavior: the graph gives the same, and refuses the same', async () => {
  const { data, errors } = await gateway.query<Record<string, never>>(`{
    good: backtestBitmap(batchId: "7", bitmap: "0xb0", ticks: 1000) { winRate totalPnl curve { tick pnl } }
    unknown: backtestBitmap(batchId: "99", bitmap: "0xb0") { winRate }
    none: backtestBitmap(batchId: "7", bitmap: "0xb0", ticks: 0) { winRate }
  }`);
  expect(data).toEqual({
    good: { winRate: 0.5, totalPnl: 0, curve: [{ tick: 0, pnl: 0 }] },
    unknown: null,
    none: null,
  });
  expect(errors?.map(({ path, extensions }) => [path?.[0], extensions.code]).sort()).toEqual([
    ['none', 'INVALID_INPUT'],
    ['unknown', 'NOT_FOUND'],
  ]);
});
