import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashBatchConfig } from '../../oracle/markets/batch-config.ts';
import {
  startTestDataNode,
  type TestDataNode,
  testBatch,
  testNow,
} from '../testing/test-data-node.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const hash = hashBatchConfig(testBatch);
const second = Math.floor(testNow / 1000);

test.each(['spec', 'wild'] as const)(
  'default: the config behind a hash, %s',
  async (wireFormat) => {
    const { status, body } = await node[wireFormat](`/batches/config/${hash}`);
    expect(status).toBe(200);
    expect(body).toEqual({ config_hash: hash, ...testBatch });
    const upper = `0x${hash.slice(2).toUpperCase()}`;
    expect((await node[wireFormat](`/batches/config/${upper}`)).body).toEqual(body);
  },
);

test('error: a malformed config hash is 400, an unknown one 404', async () => {
  expect((await node.spec('/batches/config/0x12')).status).toBe(400);
  expect((await node.spec(`/batches/config/0x${'ab'.repeat(32)}`)).status).toBe(404);
});

test.each(['spec', 'wild'] as const)('default: the prices of a batch, %s', async (wireFormat) => {
  const { status, body } = await node[wireFormat]('/vision/batch/7/history?days=1');
  expect(status).toBe(200);
  expect(body).toMatchObject({ batchId: 7, source: 'crypto' });
  expect(body.markets.map(({ id, symbol }: never) => [id, symbol])).toEqual([
    ['bitcoin', 'BIT'],
    ['ethereum', 'ETH'],
    ['nothing', 'NOT'],
  ]);
  const [{ prices }, , missing] = body.markets;
  expect(missing.prices).toEqual([]);
  expect(prices.length).toBeGreaterThanOrEqual(24);
  for (const { ts, price } of prices) {
    expect(Date.parse(ts) / 1000).toBeGreaterThanOrEqual(second - 86_400);
    expect(Date.parse(ts) / 1000).toBeLessThanOrEqual(second);
    expect(price).toMatch(/^\d+(\.\d+)?$/);
  }
  const last = prices.at(-1);
  expect(last).toEqual({
    ts: expect.stringMatching(/Z$/),
    price: expect.any(String),
    changePct: expect.any(Number),
    volume24h: expect.any(Number),
  });
  // The values must equal those of the market's own history.
  const path = '/market/prices/crypto/bitcoin/history';
  const { body: alone } = await node.spec(`${path}?from=${second - 86_400}&to=${second}`);
  const at = Math.floor(Date.parse(last.ts) / 1000);
  const same = alone.prices.find(({ timestamp }: { timestamp: number }) => timestamp === at);
  expect(Number(last.price)).toBe(same.value);
});

test('args: days is a whole number, of which 7 count at most', async () => {
  const countOf = async (query: string) =>
    (await node.spec(`/vision/batch/7/history${query}`)).body.markets[0].prices.length;
  const week = await countOf('?days=7');
  expect(week).toBeGreaterThan(6 * 24);
  expect(await countOf('')).toBe(week);
  expect(await countOf('?days=30')).toBe(week);
  for (const days of ['0', '-1', '1.5', 'x']) {
    expect((await node.spec(`/vision/batch/7/history?days=${days}`)).status).toBe(400);
  }
});

test('error: a batch that is malformed, unknown, or that the chain cannot be read for', async () => {
  expect((await node.spec('/vision/batch/x/history?days=1')).status).toBe(400);
  expect((await node.spec('/vision/batch/8/history?days=1')).status).toBe(404);
  expect((await node.spec('/vision/batch/503/history?days=1')).status).toBe(503);
});
