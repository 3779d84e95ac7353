import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeDataNode,
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
const input = '{ categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30 }';
const largeEvent = `subscription { simulation(input: ${input}) { ... on SimulationResult { run { a: navSeries { ...F } b: navSeries { ...F } c: navSeries { ...F } } } } } fragment F on SimulationNavPoint { ${aliases} }`;
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

const subscribe = (accept: string) =>
  stall('POST', '/graphql', { ...json, accept }, JSON.stringify({ query: largeEvent }));

/** Subscribes on a stream for several operations. */
async function subscribeBesideStream() {
  const token = await (await fetch(`${gateway.url}/graphql/stream`, { method: 'PUT' })).text();
  const own = { 'x-graphql-event-stream-token': token };
  const socket = await stall('GET', '/graphql/stream', { ...own, accept: 'text/event-stream' });
  await expect.poll(() => metric('gateway_open_streams\\{stream="/graphql/stream"\\}')).toBe(1);
  const operation = { query: largeEvent, extensions: { operationId: 'one' } };
  const sent = await postJson(`${gateway.url}/graphql/stream`, operation, { headers: own });
  expect(sent.status).toBe(202);
  return socket;
}

/** Requests for further events, by what they ask for; each resolves to a status. */
const further: Readonly<Record<string, (headers?: Record<string, string>) => Promise<number>>> = {
  'a subscription': (headers = {}) => statusOf(largeEvent.replace('topN: 5', 'topN: 6'), headers),
  'the same subscription': (headers = {}) => statusOf(largeEvent, headers),
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
    ['an operation beside a stream', subscribeBesideStream],
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

  test('behavior: operations whose stream is not opened count, too', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const own = { 'x-graphql-event-stream-token': token };
    const operation = { query: largeEvent, extensions: { operationId: 'one' } };
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
