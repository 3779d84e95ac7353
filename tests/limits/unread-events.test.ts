import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeDataNode,
  type FakeRun,
  resultEvent,
  startFakeDataNode,
} from '../sim/support/fake-data-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const numbered = <T>(length: number, one: (at: number) => T) =>
  Array.from({ length }, (_, at) => one(at));

/** As many points as a history has, under names so long that an event has 10 MB. */
const points = numbered(2900, () => ({ nav_date: '2021-01-01', nav: 1, drawdown_pct: 0 }));
const aliases = numbered(24, (at) => `${`a${at}`.padEnd(36, 'x')}: date`).join(' ');
const largeEventOf = (topN = 5) =>
  `subscription { simulation(input: { categoryId: "all", topN: ${topN}, weighting: "equal", rebalanceDays: 30 }) { ... on SimulationResult { run { a: navSeries { ...F } b: navSeries { ...F } c: navSeries { ...F } } } } } fragment F on SimulationNavPoint { ${aliases} }`;
const run = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';

let stack: AsyncDisposableStack;
let node: FakeDataNode;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startFakeDataNode());
  gateway = stack.use(
    await startGateway({
      DATA_NODE_URL: node.url,
      PENDING_RESPONSE_CLIENT_MB: '2',
      RESPONSE_MAX_MB: '16',
      TRUSTED_PROXIES: '127.0.0.1',
    }),
  );
});
afterEach(() => stack.disposeAsync());

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}
const pendingBytes = () => metric('gateway_pending_response_bytes');

/** Sends a request and reads nothing of its response. */
async function stall(method: string, path: string, headers: object, body = '') {
  const { port, hostname } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  stack.defer(() => void socket.destroy());
  await once(socket, 'connect');
  socket.pause();
  const all = { Host: 'x', 'Content-Length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return socket;
}

const subscribe = (accept: string, topN?: number) =>
  stall('POST', '/graphql', { ...json, accept }, JSON.stringify({ query: largeEventOf(topN) }));
const openStreams = () => metric('gateway_open_streams\\{stream="/graphql/stream"\\}');

/** Subscribes on a stream for several operations. */
async function subscribeBesideStream(topN?: number) {
  const before = (await openStreams()) || 0;
  const token = await (await fetch(`${gateway.url}/graphql/stream`, { method: 'PUT' })).text();
  const own = { 'x-graphql-event-stream-token': token };
  const socket = await stall('GET', '/graphql/stream', { ...own, accept: 'text/event-stream' });
  await expect.poll(openStreams).toBe(before + 1);
  const operation = { query: largeEventOf(topN), extensions: { operationId: 'one' } };
  const sent = await postJson(`${gateway.url}/graphql/stream`, operation, { headers: own });
  expect(sent.status).toBe(202);
  return socket;
}

/** Requests for further events, by what they ask for; each resolves to a status. */
const further: Readonly<Record<string, (headers?: Record<string, string>) => Promise<number>>> = {
  'a subscription': (headers = {}) => statusOf(largeEventOf(6), headers),
  'the same subscription': (headers = {}) => statusOf(largeEventOf(), headers),
  'a query as events': (headers = {}) => statusOf('{ simulationCategories { name } }', headers),
  'a stream of REST': async (headers = {}) => {
    const leaving = new AbortController();
    const path = `/sim/run-stream?${run.replace('top_n=5', 'top_n=7')}`;
    const { status } = await gateway.rest(path, { headers, signal: leaving.signal });
    leaving.abort();
    return status;
  },
  'an operation beside a stream': async (headers = {}) => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const operation = { query: '{ __typename }', extensions: { operationId: 'one' } };
    const own = { ...headers, 'x-graphql-event-stream-token': token };
    return (await postJson(url, operation, { headers: own })).status;
  },
};

async function statusOf(query: string, headers: Record<string, string>): Promise<number> {
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { ...json, accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  });
  leaving.abort();
  return response.status;
}

describe('memory that is held by events that are not read', () => {
  test.each([
    ['a subscription', () => subscribe('text/event-stream')],
    [
      'a multipart subscription',
      () => subscribe('multipart/mixed;boundary="graphql";subscriptionSpec=1.0'),
    ],
    ['an operation beside a stream', () => subscribeBesideStream()],
  ])('error: a client that holds its share by %s gets no more streams', async (_by, open) => {
    const socket = await open();
    const { send } = await node.nextRun();
    send({ ...resultEvent, nav_series: points });
    await expect.poll(pendingBytes).toBeGreaterThan(2 * megabyte);
    for (const [what, ask] of Object.entries(further)) {
      expect(await ask(), what).toBe(429);
    }
    const other = { 'x-forwarded-for': '10.1.2.3' };
    expect(await further['a query as events']?.(other)).toBe(200);
    expect(await further['an operation beside a stream']?.(other)).toBe(202);
    socket.destroy();
    await expect.poll(pendingBytes).toBe(0);
    expect(await further['a query as events']?.()).toBe(200);
  });

  test.each([
    ['subscriptions', (topN: number) => subscribe('text/event-stream', topN)],
    ['operations beside streams', subscribeBesideStream],
  ])('error: %s that were opened before get no large event', async (_what, open) => {
    const sockets: Socket[] = [];
    const runs: FakeRun[] = [];
    for (const topN of [5, 6, 7, 8]) {
      sockets.push(await open(topN));
      runs.push(await node.nextRun());
    }
    for (const { query, send } of runs) {
      const config = { ...resultEvent.config, top_n: Number(query.get('top_n')) };
      send({ ...resultEvent, config, nav_series: points });
    }
    await expect.poll(pendingBytes).toBeGreaterThan(2 * megabyte);
    // The others come within a second, and one event is held.
    for (let times = 0; times < 15; times += 1) {
      await pause(100);
      expect(await pendingBytes()).toBeLessThan(12 * megabyte);
    }
    for (const socket of sockets) socket.destroy();
    await expect.poll(pendingBytes).toBe(0);
  });

  test('behavior: operations whose stream is not opened count, too', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const own = { 'x-graphql-event-stream-token': token };
    const operation = { query: largeEventOf(), extensions: { operationId: 'one' } };
    expect((await postJson(url, operation, { headers: own })).status).toBe(202);
    const { send } = await node.nextRun();
    send({ ...resultEvent, nav_series: points });
    await expect.poll(pendingBytes).toBeGreaterThan(2 * megabyte);
    expect(await further['a query as events']?.()).toBe(429);
    // Whoever opens the stream gets the event, and the memory is free.
    const leaving = new AbortController();
    const stream = await fetch(url, {
      headers: { ...own, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    const reading = (async () => {
      for await (const _chunk of stream.body ?? []);
    })().catch(() => undefined);
    await expect.poll(pendingBytes).toBe(0);
    leaving.abort();
    await reading;
    expect(stream.status).toBe(200);
  });
});
