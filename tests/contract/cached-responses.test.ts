import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createExactClient } from '../support/exact-http-client.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';

/** A gateway whose time is moved by hand, on a data node that says how often it was asked for a price. */
async function startWorld(level = 'silent') {
  const stack = new AsyncDisposableStack();
  let now = 1_800_000_000_000;
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const node = stack.use(
    await startUpstream((_request, response) => {
      response.setHeader('content-type', 'application/json');
      const price = node.asked.filter((asked) => asked.includes('price')).length;
      response.end(JSON.stringify({ asset: 'BTC', price, timestamp: 1, source: 'data-node' }));
    }),
  );
  const gateway = stack.use(
    await startGateway(
      { DATA_NODE_URL: node.url },
      { clock: { now: () => now }, log: pino({ level, base: null }, { write }) },
    ),
  );
  const client = stack.adopt(createExactClient(), (one) => one.close());
  const ask = async (path: string, headers = {}) => {
    const { status, headers: seen, body } = await client.request(gateway.url, { path, headers });
    return [status, seen['x-cache'], seen.age, JSON.parse(body || '{}').price];
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const metrics = async () => (await fetch(`${gateway.url}/metrics`)).text();
  return {
    ...{ request: ask, pass, lines, node, gateway, metrics },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const path = '/api/price?asset=BTC';

test('default: a cached response states its age, and never outlives its policy row', async () => {
  await using world = await startWorld();
  const { request, pass } = world;
  expect(await request(path)).toEqual([200, 'MISS', '0', 1]);
  expect(await request(path)).toEqual([200, 'HIT', '0', 1]);
  pass(999);
  expect(await request(path)).toEqual([200, 'HIT', '0', 1]);
  pass(1);
  expect(await request(path)).toEqual([200, 'HIT', '1', 1]);
  expect(await request('/api/price?asset=btc')).toEqual([200, 'HIT', '1', 1]);
  pass(999);
  expect(await request('/api/price?asset=btc')).toEqual([200, 'HIT', '1', 1]);
  pass(1);
  // Past its two seconds it is stale: shown once more, while it is asked for again.
  expect((await request(path))[1]).toBe('STALE');
  await expect.poll(() => request(path)).toEqual([200, 'HIT', '0', 2]);
  expect(await request(path)).toEqual([200, 'HIT', '0', 2]);
});

test('behavior: a clock that is set back makes nothing younger, and one that is set forward all older', async () => {
  await using world = await startWorld();
  const { request, pass } = world;
  await request(path);
  pass(1000);
  expect(await request(path)).toEqual([200, 'HIT', '1', 1]);
  pass(-300_000);
  expect(await request(path)).toEqual([200, 'HIT', '1', 1]);
  pass(1000);
  expect(await request(path)).toEqual([200, 'STALE', '2', 1]);
  // What is fetched from then on is newer than what was before.
  await expect.poll(() => request(path)).toEqual([200, 'HIT', '0', 2]);
  pass(300_000);
  expect(await request(path)).toEqual([200, 'MISS', '0', 3]);
});

test('behavior: a clock that is set back while there are no requests is noticed soon', async () => {
  await using world = await startWorld();
  const { request, pass } = world;
  await request(path);
  pass(1000);
  await pause(600);
  pass(-300_000);
  await pause(600);
  pass(1000);
  expect(await request(path)).toEqual([200, 'STALE', '2', 1]);
});

test('behavior: 500 clients that find an expired response cost one upstream call', async () => {
  await using world = await startWorld();
  for (let time = 0; time < 3; time += 1) await world.request(path);
  world.pass(60_000);
  const before = world.node.asked.length;
  const responses = await Promise.all(
    Array.from({ length: 500 }, async () => (await fetch(world.gateway.url + path)).json()),
  );
  expect(world.node.asked.length - before).toBe(1);
  expect(new Set(responses.map((response) => (response as { price: number }).price))).toEqual(
    new Set([2]),
  );
});

test('behavior: a client that disconnects does not affect others that wait for the same response', async () => {
  await using world = await startWorld();
  for (let time = 0; time < 3; time += 1) await world.request(path);
  world.pass(60_000);
  const leaver = new AbortController();
  const left = fetch(world.gateway.url + path, { signal: leaver.signal });
  const others = Array.from({ length: 20 }, () => fetch(world.gateway.url + path));
  leaver.abort();
  await expect(left).rejects.toThrow();
  for (const response of await Promise.all(others)) expect(response.status).toBe(200);
});

test('behavior: metrics show every response, its age and what is cached', async () => {
  await using world = await startWorld();
  for (let time = 0; time < 5; time += 1) await world.request(path);
  world.pass(1500);
  await world.request(path);
  await world.request('/api/price?asset=BTC', { 'if-none-match': '*' });
  const metrics = await world.metrics();
  for (const line of [
    'gateway_request_seconds_count{api="rest",route="/price",status="200"} 6',
    'gateway_request_seconds_count{api="rest",route="/price",status="304"} 1',
    'gateway_response_cache_reads_total{api="rest",outcome="HIT"} 6',
    'gateway_response_cache_reads_total{api="rest",outcome="MISS"} 1',
    'gateway_value_cache_reads_total{policy="price",outcome="MISS"} 1',
    'gateway_response_age_seconds_count{api="rest"} 7',
    'gateway_response_age_seconds_sum{api="rest"} 2',
    'gateway_cache_entries{cache="responses"} 1',
    `gateway_cache_max_bytes{cache="responses"} ${64 * 1024 * 1024}`,
    `gateway_cache_max_bytes{cache="values"} ${256 * 1024 * 1024}`,
  ]) {
    expect(metrics.split('\n')).toContain(line);
  }
  expect(metrics).toMatch(/gateway_cache_bytes\{cache="responses"\} [1-9]/);
});

test('behavior: cached responses are logged like all others, and only when logging is on', async () => {
  await using world = await startWorld('info');
  for (let time = 0; time < 3; time += 1) {
    await world.request(path, { 'x-request-id': requestIdFor(`r-${time}`) });
  }
  await expect.poll(() => world.lines.length).toBe(3);
  for (const [time, line] of world.lines.entries()) {
    expect(line).toMatchObject({
      ...{
        msg: 'answered',
        method: 'GET',
        path: '/api/price',
        status: 200,
        requestId: requestIdFor(`r-${time}`),
      },
    });
    expect(line.ms).toBeLessThan(1000);
  }
  await using quiet = await startWorld('warn');
  for (let time = 0; time < 3; time += 1) await quiet.request(path);
  expect(quiet.lines).toEqual([]);
});
