import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  resultEvent,
  startFakeDataNode,
} from './support/fake-data-node.ts';
import { input, publicProgress, publicResult, simulation } from './support/operations.ts';

let stack: AsyncDisposableStack;
let node: FakeDataNode;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startFakeDataNode());
  gateway = await start();
});
afterEach(() => stack.disposeAsync());

const start = async (env: Record<string, string> = {}) =>
  stack.use(await startGateway({ DATA_NODE_URL: node.url, ...env }));

/** The client of the package graphql-ws, as an application uses it. */
function connect(at = gateway, connectionParams: Record<string, unknown> = {}) {
  const client = createClient({
    url: `${at.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
  });
  stack.defer(() => client.dispose());
  return client;
}

type Payload = Parameters<ReturnType<typeof connect>['iterate']>[0];

async function collect(client: ReturnType<typeof connect>, payload: Payload) {
  const results: unknown[] = [];
  for await (const result of client.iterate(payload)) results.push(result);
  return results;
}

const run = { query: simulation, variables: { input } };

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

test('default: clients of WebSocket and of event streams share one run of the data node', async () => {
  const clients = Array.from({ length: 20 }, () => connect());
  const overWebSocket = clients.map((client) => collect(client, run));
  const overSse = fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(run),
  }).then((response) => response.text());
  const upstream = await node.nextRun();
  await expect.poll(() => metric('gateway_open_streams\\{stream="/graphql websocket"\\}')).toBe(20);
  upstream.send(progressEvent(50));
  await new Promise((resolve) => setTimeout(resolve, 100));
  upstream.send(resultEvent);
  for (const results of await Promise.all(overWebSocket)) {
    expect(results).toEqual([publicProgress(50), publicResult]);
  }
  expect(await overSse).toContain(JSON.stringify(publicResult.data));
  expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
});

test('behavior: the run ends within a second of its last subscriber', async () => {
  const client = connect();
  const iterator = client.iterate(run);
  const first = iterator.next();
  const upstream = await node.nextRun();
  upstream.send(progressEvent(1));
  expect(await first).toEqual({ value: publicProgress(1), done: false });
  const startedAt = performance.now();
  await iterator.return?.();
  await upstream.closed;
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

describe('persisted documents', () => {
  const query = '{ __typename }';
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } };
  const answer = [{ data: { __typename: 'Query' } }];

  test('default: a hash with an empty query names a document that came before', async () => {
    const client = connect();
    await expect(collect(client, { query: '', extensions })).rejects.toMatchObject([
      { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
    expect(await collect(client, { query, extensions })).toEqual(answer);
    expect(await collect(client, { query: '', extensions })).toEqual(answer);
  });

  test('error: a service of trusted documents refuses others', async () => {
    const closed = await start({
      PERSISTED_ONLY: 'true',
      PERSISTED_DOCUMENTS: 'schema/operations',
    });
    await expect(collect(connect(closed), { query })).rejects.toMatchObject([
      { extensions: { code: 'PERSISTED_DOCUMENT_REQUIRED' } },
    ]);
  });
});

describe('cost', () => {
  test('behavior: operations are charged as over HTTP', async () => {
    const limited = await start({ RATE_LIMIT_GRAPHQL_COST_PER_MINUTE: '3' });
    const client = connect(limited);
    for (let count = 0; count < 3; count += 1) await collect(client, { query: '{ __typename }' });
    await expect(collect(client, { query: '{ __typename }' })).rejects.toMatchObject([
      { extensions: { code: 'RATE_LIMITED' } },
    ]);
  });

  test('default: a client that asks at its connection sees what operations cost', async () => {
    const client = connect(gateway, { 'GraphQL-Cost': '1' });
    expect(await collect(client, { query: '{ __typename }' })).toEqual([
      {
        data: { __typename: 'Query' },
        extensions: { cost: { requested: 1, actual: 0.01, limit: 5000 } },
      },
    ]);
  });
});

describe('a client that does not read', () => {
  const aliases = Array.from({ length: 24 }, (_, at) => `${`a${at}`.padEnd(36, 'x')}: date`);
  const large = {
    ...resultEvent,
    nav_series: Array.from({ length: 2900 }, () => ({
      nav_date: '2021-01-01',
      nav: 1,
      drawdown_pct: 0,
    })),
  };
  const query = `subscription ($input: SimulationInput!) { simulation(input: $input) {
    ... on SimulationResult { run { a: navSeries { ...F } b: navSeries { ...F } c: navSeries { ...F } } } } }
    fragment F on SimulationNavPoint { ${aliases.join(' ')} }`;

  test('behavior: holds a bounded share of memory, and is cut', async () => {
    gateway = await start({ RESPONSE_STALL_SECONDS: '1', RESPONSE_MAX_MB: '16' });
    const sockets = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const url = `${gateway.url.replace('http', 'ws')}/graphql`;
        const socket = new WebSocket(url, 'graphql-transport-ws');
        await once(socket, 'open');
        socket.send(JSON.stringify({ type: 'connection_init' }));
        await once(socket, 'message');
        socket.send(
          JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { input } } }),
        );
        return socket;
      }),
    );
    const upstream = await node.nextRun();
    for (const socket of sockets) socket.pause();
    await expect
      .poll(() => metric('gateway_open_streams\\{stream="/graphql websocket"\\}'))
      .toBe(4);
    const before = process.memoryUsage().rss;
    upstream.send(large);
    const pending = () => metric('gateway_pending_response_bytes');
    await expect.poll(pending, { timeout: 10_000 }).toBeGreaterThan(1_000_000);
    // All clients wait for the same bytes.
    expect(await pending()).toBeLessThan(16_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    await expect
      .poll(() => metric('gateway_stalled_clients_total'), { timeout: 20_000 })
      .toBe(sockets.length);
    await expect.poll(pending).toBe(0);
    for (const socket of sockets) socket.terminate();
  });

  test('behavior: one that sends pings is not read further', async () => {
    const socket = new WebSocket(
      `${gateway.url.replace('http', 'ws')}/graphql`,
      'graphql-transport-ws',
    );
    await once(socket, 'open');
    socket.pause();
    const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(100_000) } });
    const before = process.memoryUsage().rss;
    for (let count = 0; count < 1000; count += 1) socket.send(ping);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    // The rest of the 100 MB waits in the client.
    expect(socket.bufferedAmount).toBeGreaterThan(50_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    socket.terminate();
  });
});
