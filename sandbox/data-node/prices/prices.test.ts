import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDataNode, type TestDataNode, testNow } from '../testing/test-data-node.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const second = Math.floor(testNow / 1000);

test('default: both formats give the same price of an asset', async () => {
  const spec = await node.spec('/price?asset=btc');
  expect(spec.body).toEqual({
    asset: 'BTC',
    price: expect.any(Number),
    timestamp: second,
    source: 'data-node',
  });
  const wild = await node.wild(`/price?symbol=BTCUSDC&at=2026-03-11T10:17:42Z`);
  expect(wild.body).toEqual({
    symbol: 'BTCUSDC',
    price: String(spec.body.price),
    fetched_at: new Date(second * 1000).toISOString(),
    delta_seconds: 0,
  });
});

test('behavior: an asset is found by ticker or id in any case', async () => {
  for (const name of ['BTC', 'bTc', 'bitcoin', 'BITCOIN']) {
    expect((await node.spec(`/price?asset=${name}`)).body.asset).toBe('BTC');
  }
});

test('behavior: the bulk responses have the same prices in every form', async () => {
  const { body: list } = await node.spec('/prices');
  const { body: map } = await node.spec('/latest-prices');
  expect(list.length).toBeGreaterThan(200);
  expect(
    Object.fromEntries(list.map((row: { asset: string; price: number }) => [row.asset, row.price])),
  ).toEqual(map);
  expect((await node.spec('/fast-prices')).body).toEqual(map);
  const latest = (await node.wild('/latest-prices')).body;
  const fast = (await node.wild('/fast-prices')).body;
  expect(latest.count).toBe(list.length);
  expect(fast.count).toBe(list.length);
  for (const [symbol, price] of Object.entries(map)) {
    const text = latest.prices[`${symbol}USDC`];
    expect(text).toMatch(/^\d+(\.\d+)?$/);
    expect(Number(text)).toBe(price);
    const quote = fast.prices[`${symbol}USDC`];
    expect(quote.last_price).toBe(text);
    expect(Number(quote.bid)).toBeLessThan(Number(text));
    expect(Number(quote.ask)).toBeGreaterThan(Number(text));
  }
});

test('behavior: the legacy price list gives rows of each symbol between two times', async () => {
  const path =
    '/prices?symbols=BTCUSDC,ETHUSDC&interval=1d&from=2026-03-01T00:00:00Z&to=2026-03-04T00:00:00Z';
  const { body } = await node.wild(path);
  expect(Object.keys(body)).toEqual(['BTCUSDC', 'ETHUSDC']);
  expect(body.BTCUSDC.map((row: { at: string }) => row.at.slice(0, 10))).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ]);
});

test('behavior: prices move with time', async () => {
  const before = (await node.spec('/latest-prices')).body;
  node.setNow(testNow + 60_000);
  const after = (await node.spec('/latest-prices')).body;
  node.setNow(testNow);
  const moved = Object.keys(before).filter((symbol) => before[symbol] !== after[symbol]);
  expect(moved.length).toBeGreaterThan(100);
});

test('error: what is missing or unknown is refused', async () => {
  expect(await node.spec('/price')).toMatchObject({
    status: 400,
    body: { error: 'asset is required' },
  });
  expect(await node.spec('/price?asset=NOPE')).toMatchObject({
    status: 404,
    body: { error: 'asset NOPE has no price' },
  });
  const missing = await node.wild('/price?symbol=BTC');
  expect([missing.status, missing.type]).toEqual([400, 'text/plain; charset=utf-8']);
  expect((await node.wild('/price?symbol=NOPE&at=2026-03-11T00:00:00Z')).body.error).toContain(
    'NOPE',
  );
  expect((await node.wild('/price?symbol=BTC&at=now')).status).toBe(400);
  expect((await node.wild('/prices')).status).toBe(400);
  expect((await node.wild('/prices?symbols=BTCUSDC&interval=2m')).body.error).toContain(
    '1m, 5m, 15m, 1h, 1d',
  );
});
