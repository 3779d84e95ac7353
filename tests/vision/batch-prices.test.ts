import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type FakeUpstream,
  respondByPath,
  startGateway,
  startUpstream,
  type TestGateway,
  unreachableUrl,
} from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const prices = [
  { ts: '2026-01-01T00:00:00Z', price: '1.5', changePct: null, volume24h: null },
  { ts: '2026-01-01T01:00:00Z', price: '1.65', changePct: 10, volume24h: 7 },
];
const batchPrices = { batchId: 7, source: 'crypto', markets: [{ id: 'a', symbol: 'A', prices }] };
const path = '/vision/batch/7/history';

let stack: AsyncDisposableStack;
let dataNode: FakeUpstream;
let oracle: FakeUpstream;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const extra = { node_url: 'http://data-node:8200' };
  const sent = { ...batchPrices, ...extra, markets: [{ ...batchPrices.markets[0], ...extra }] };
  dataNode = stack.use(await startUpstream(respondByPath({ [path]: sent })));
  const historyOf = (batch_id: number) => ({ history: [{ batch_id, tick_id: 3 }] });
  const both = { [path]: historyOf(7), '/vision/batch/8/history': historyOf(8) };
  oracle = stack.use(await startUpstream(respondByPath(both)));
  const env = { DATA_NODE_URL: dataNode.url, ORACLE_URLS: oracle.url };
  gateway = stack.use(await startGateway(env));
});
afterEach(() => stack.disposeAsync());

test('default: with days the prices of the batch come from the data node, with the fields that are known', async () => {
  const { status, headers, body } = await getJson(gateway, `${path}?days=3`);
  expect(status).toBe(200);
  expect(body).toEqual(batchPrices);
  expect(headers.get('cache-control')).toBe('public, s-maxage=5, stale-while-revalidate=30');
  expect(dataNode.asked).toEqual([`GET ${path}?days=3`]);
  expect(oracle.asked).toEqual([]);
});

test('behavior: days beyond 7 are 7', async () => {
  await getJson(gateway, `${path}?days=30`);
  expect(dataNode.asked).toEqual([`GET ${path}?days=7`]);
});

test('behavior: a batch that the data node does not know is the oracle’s, which gets days as well', async () => {
  const { status, body } = await getJson(gateway, '/vision/batch/8/history?days=2');
  expect([status, body.history[0].tick_id]).toEqual([200, 3]);
  expect(oracle.asked).toEqual(['GET /vision/batch/8/history?days=2']);
});

test('behavior: without days the history is the oracle’s alone', async () => {
  expect((await getJson(gateway, path)).body.history).toHaveLength(1);
  expect(oracle.asked).toEqual([`GET ${path}`]);
  expect(dataNode.asked).toEqual([]);
});

test('behavior: below /dn the data node’s response is passed on', async () => {
  const { body } = await getJson(gateway, `/dn${path}?days=3`);
  expect(body).toMatchObject(batchPrices);
  expect(dataNode.asked).toEqual([`GET ${path}?days=3`]);
});

test.each(['0', '-1', '1.5', 'x', ''])('args: days=%s is 400', async (days) => {
  const { status, body } = await getJson(gateway, `${path}?days=${days}`);
  expect(status).toBe(400);
  expect(body.error).toContain('days must be a whole number from 1 to 7');
});

test('error: without a data node the prices are 502', async () => {
  const lonely = stack.use(
    await startGateway({ DATA_NODE_URL: unreachableUrl, ORACLE_URLS: oracle.url }),
  );
  expect((await getJson(lonely, `${path}?days=3`)).status).toBe(502);
});
