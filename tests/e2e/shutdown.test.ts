import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, spawnChild } from '../../sandbox/supervisor/child-process.ts';
import { pickInheritedEnv } from '../../sandbox/supervisor/inherited-env.ts';

const categories = {
  categories: [{ id: 'all', name: 'All', coin_count: 10, market_cap: 1, source: 'coingecko' }],
};
/** A data node that knows its categories and answers the rest when it is told to. */
const waiting: ServerResponse[] = [];
const dataNode = createServer((request, response) => {
  if (request.url !== '/sim/categories') return waiting.push(response);
  return response.setHeader('content-type', 'application/json').end(JSON.stringify(categories));
});
let gateway: Child;
let origin: string;

beforeEach(async () => {
  await new Promise<void>((resolve) => dataNode.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(dataNode.address() as AddressInfo).port}`;
  gateway = spawnChild({
    name: 'gateway',
    file: fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
    env: {
      ...pickInheritedEnv(process.env),
      PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      DATA_NODE_URL: url,
      ORACLE_URLS: url,
      L3_RPC_URL: url,
      SETTLEMENT_RPC_URL: url,
      MARKET_DATA_URL: url,
    },
    startDeadline: 30_000,
    log: () => undefined,
  });
  origin = (await gateway.ready).url ?? '';
});
afterEach(async () => {
  await gateway.kill();
  dataNode.closeAllConnections();
  await new Promise((resolve) => dataNode.close(resolve));
  waiting.length = 0;
});

const signal = (name: NodeJS.Signals) => process.kill(gateway.pid ?? Number.NaN, name);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'default: %s, twice, lets the work under way end, takes no new, and exits with 0',
  async (name) => {
    const response = fetch(`${origin}/api/price?asset=BTC`);
    await expect.poll(() => waiting.length).toBe(1);
    signal(name);
    await expect.poll(() => fetch(`${origin}/healthz`).catch(() => 'refused')).toBe('refused');
    signal(name);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const body = { asset: 'BTC', price: 1, timestamp: 1_767_225_600, source: 'data-node' };
    waiting[0]?.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    expect(await (await response).json()).toEqual(body);
    const answered = performance.now();
    expect(await gateway.exited).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - answered).toBeLessThan(1_500);
  },
);

test('behavior: without work under way the exit is prompt', async () => {
  await fetch(`${origin}/healthz`);
  const before = performance.now();
  signal('SIGTERM');
  expect(await gateway.exited).toMatchObject({ code: 0 });
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('behavior: work that never ends is cut, and the exit code is still 0', async () => {
  const response = fetch(`${origin}/dn/slow`);
  response.catch(() => undefined);
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.writeHead(200).write('begun');
  await response;
  const before = performance.now();
  signal('SIGTERM');
  expect(await gateway.exited).toMatchObject({ code: 0 });
  expect(performance.now() - before).toBeLessThan(12_000);
});

test('behavior: an open event stream ends at once, with a hint when to come back', async () => {
  const stream = await openStream('category_id=all&top_n=5&weighting=equal&rebalance_days=30');
  const text = stream.text();
  const before = performance.now();
  signal('SIGTERM');
  expect(await text).toMatch(/^retry: \d{4}$/m);
  expect(await gateway.exited).toMatchObject({ code: 0 });
  expect(performance.now() - before).toBeLessThan(2_000);
});

async function openStream(query: string): Promise<Response> {
  const opened = fetch(`${origin}/api/sim/run-stream?${query}`);
  opened.catch(() => undefined);
  await expect.poll(() => waiting.length).toBe(1);
  const upstream = waiting[0]?.writeHead(200, { 'content-type': 'text/event-stream' });
  upstream?.write('data: {"type":"progress","pct":1,"current_date":"2021-01-01"}\n\n');
  return opened;
}
