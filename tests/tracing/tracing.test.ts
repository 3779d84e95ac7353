import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestDataNode, testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { createLog } from '../../src/lib/log.ts';
import { startTraceCollector } from '../../src/telemetry/testing/trace-collector.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const traced = { traceparent: `00-${traceId}-${parentId}-01` };

/** Lets a gateway with tracing on, over a data node, do something, and returns its spans. */
async function collect(work: (gateway: TestGateway) => Promise<unknown>) {
  await using collector = await startTraceCollector();
  await using node = await startTestDataNode();
  {
    await using gateway = await startGateway(
      { DATA_NODE_URL: node.url.spec, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      { clock: { now: () => testNow } },
    );
    await work(gateway);
  }
  return collector.spans;
}

/** The direct children of a span. */
const below = <S extends { readonly spanId: string; readonly parentSpanId?: string }>(
  spans: readonly S[],
  parent: S | undefined,
) => spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

test('default: a REST request is a span with its upstream calls below it', async () => {
  const spans = await collect(async ({ rest }) => {
    await rest('/aum-ranking?x=1', { headers: traced });
    await rest('/aum-ranking?x=1');
    await rest('/aum-ranking?x=1');
  });
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name)).toEqual(
    Array.from({ length: 3 }, () => 'GET /aum-ranking'),
  );
  expect(requests.map(({ attributes }) => attributes['dtf.cache.outcome'])).toEqual([
    'MISS',
    'HIT',
    'HIT',
  ]);
  const [first, second] = requests;
  expect(first).toMatchObject({ traceId, parentSpanId: parentId });
  expect(first?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/aum-ranking',
    'dtf.route': '/aum-ranking',
    'url.path': '/api/aum-ranking',
    'dtf.cache.outcome': 'MISS',
  });
  expect(first?.events).toContainEqual({
    name: 'cache read',
    attributes: { 'dtf.policy': 'ranking', 'dtf.cache.outcome': 'MISS' },
  });
  const calls = below(spans, first);
  expect(calls.map(({ name }) => name)).toEqual(['GET data node']);
  expect(calls[0]?.attributes).toMatchObject({
    'dtf.upstream': 'data node',
    'dtf.route': '/aum-ranking',
    'dtf.policy': 'ranking',
    'dtf.retry.count': 0,
    'dtf.breaker.state': 'closed',
  });
  expect(second?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(second?.traceId).not.toBe(traceId);
});

test('default: a GraphQL operation is a span between its request and its upstream calls', async () => {
  const query = 'query Funds { dtfs(first: 1) { edges { node { name } } } }';
  const spans = await collect(({ url }) =>
    postJson(`${url}/graphql`, { query }, { headers: traced }),
  );
  const request = spans.find(({ kind }) => kind === 2);
  expect(request).toMatchObject({ name: 'POST /graphql', traceId, parentSpanId: parentId });
  const [operation, ...others] = below(spans, request);
  expect(others).toEqual([]);
  expect(operation).toMatchObject({
    name: 'query Funds',
    attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Funds' },
  });
  expect(new Set(below(spans, operation).map(({ name }) => name))).toEqual(
    new Set(['GET data node']),
  );
});

test('behavior: a response that is shared is linked to the request that caused it', async () => {
  const path = '/aum-ranking?x=1';
  const spans = await collect(async ({ rest }) => {
    await Promise.all([rest(path), rest(path)]);
  });
  const calls = spans.filter(({ kind }) => kind === 3);
  expect(calls).toHaveLength(1);
  const requests = spans.filter(({ kind }) => kind === 2);
  const causes = requests.filter(({ spanId }) => spanId === calls[0]?.parentSpanId);
  const shares = requests.filter((request) => !causes.includes(request));
  expect([causes.length, shares.length]).toEqual([1, 1]);
  expect(shares[0]?.links).toMatchObject([
    { traceId: causes[0]?.traceId, spanId: causes[0]?.spanId },
  ]);
  expect(shares[0]?.events[0]?.attributes['dtf.cache.outcome']).toBe('COALESCED');
});

test('default: npm run trace prints the spans of a nested query with a retry', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/print-trace.ts'], {
    cwd: join(import.meta.dirname, '../..'),
  });
  const calls = stdout.split('GET data node').slice(1);
  expect(calls.map((call) => /dtf\.retry\.count: (\d)/.exec(call)?.[1]).sort()).toEqual([
    '0',
    '0',
    '0',
    '1',
  ]);
  for (const call of calls) {
    expect(call).toContain('dtf.route: /graphql');
    expect(call).toContain('dtf.breaker.state: closed');
  }
});

/** A subscription to a fund that exists. */
async function createSubscription({ query }: TestGateway): Promise<string> {
  type Funds = { dtfs: { edges: { node: { itpId: string } }[] } };
  const { data } = await query<Funds>('{ dtfs(first: 1) { edges { node { itpId } } } }');
  return `subscription { nav(itpId: "${data.dtfs.edges[0]?.node.itpId}") { usd } }`;
}

test('behavior: subscribers to one stream are linked to the first of them', async () => {
  const spans = await collect(async (gateway) => {
    const { url } = gateway;
    const subscription = await createSubscription(gateway);
    const leaving = new AbortController();
    for (let i = 0; i < 2; i++) {
      const response = await fetch(`${url}/graphql?query=${encodeURIComponent(subscription)}`, {
        headers: { Accept: 'text/event-stream' },
        signal: leaving.signal,
      });
      expect(await response.body?.getReader().read()).toMatchObject({ done: false });
    }
    leaving.abort();
  });
  const [first, second] = spans
    .filter(({ kind, attributes }) => kind === 2 && attributes['http.request.method'] === 'GET')
    .sort((one, other) => one.links.length - other.links.length);
  expect(first).toMatchObject({ name: 'GET /graphql/stream', links: [] });
  expect(second?.links).toMatchObject([{ traceId: first?.traceId, spanId: first?.spanId }]);
});

const toClient = (version: string) => ({
  'graphql-client-name': 'shop',
  'graphql-client-version': version,
});

/** Connects by WebSocket, and calls back with the first event of a subscription. */
async function subscribeByWebSocket(
  { url }: TestGateway,
  query: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly connectionParams?: Readonly<Record<string, string>>;
    readonly onEvent?: () => Promise<unknown>;
  },
): Promise<void> {
  const { headers = {}, connectionParams = {}, onEvent } = options;
  class WebSocketWithHeaders extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers });
    }
  }
  const webSocket = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocketWithHeaders,
    connectionParams,
    retryAttempts: 0,
  });
  for await (const { data } of webSocket.iterate({ query })) {
    expect(data).toHaveProperty('nav');
    await onEvent?.();
    break;
  }
  await webSocket.dispose();
}

test('default: the span of a request has name and version of its client over every transport', async () => {
  const spans = await collect(async (gateway) => {
    const { url, rest } = gateway;
    await rest('/aum-ranking', { headers: toClient('rest') });
    await postJson(
      `${url}/graphql`,
      { query: '{ a: __typename }' },
      { headers: toClient('query') },
    );
    const query = await createSubscription(gateway);
    const leaving = new AbortController();
    const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { Accept: 'text/event-stream', ...toClient('events') },
      signal: leaving.signal,
    });
    expect(await response.body?.getReader().read()).toMatchObject({ done: false });
    leaving.abort();
    await subscribeByWebSocket(gateway, query, { headers: toClient('headers') });
    await subscribeByWebSocket(gateway, query, { connectionParams: toClient('parameters') });
  });
  const named = spans.filter(({ attributes }) => attributes['graphql.client.name'] === 'shop');
  expect(named.map(({ kind }) => kind)).toEqual([2, 2, 2, 2, 2]);
  const nameOf = Object.fromEntries(
    named.map(({ name, attributes }) => [attributes['graphql.client.version'], name]),
  );
  expect(nameOf).toEqual({
    rest: 'GET /aum-ranking',
    query: 'POST /graphql',
    events: 'GET /graphql/stream',
    headers: 'GET /graphql',
    parameters: 'GET /graphql',
  });
});

test('default: the operations of a WebSocket are below its span, and who shares one is linked to it', async () => {
  const spans = await collect(async (gateway) => {
    const query = await createSubscription(gateway);
    await subscribeByWebSocket(gateway, query, {
      headers: traced,
      onEvent: () => subscribeByWebSocket(gateway, query, {}),
    });
  });
  const connections = spans.filter(
    ({ attributes }) => attributes['http.response.status_code'] === 101,
  );
  const first = connections.find((span) => span.traceId === traceId);
  const others = connections.filter((span) => span !== first);
  expect(first).toMatchObject({ name: 'GET /graphql', parentSpanId: parentId, links: [] });
  expect(below(spans, first).map((span) => span.name)).toEqual(['subscription']);
  expect(others).toMatchObject([{ links: [{ traceId, spanId: first?.spanId }] }]);
});

test('behavior: a WebSocket that is refused has a span with its status', async () => {
  const spans = await collect(async ({ url }) => {
    const refused = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { origin: 'null, null', ...toClient('1') },
    });
    await once(refused, 'error');
  });
  expect(spans).toMatchObject([
    {
      kind: 2,
      attributes: { 'http.response.status_code': 403, 'graphql.client.name': 'shop' },
    },
  ]);
});

test('behavior: a trace with the flag 00 is not exported', async () => {
  const spans = await collect(({ rest }) =>
    rest('/aum-ranking', { headers: { traceparent: `00-${traceId}-${parentId}-00` } }),
  );
  expect(spans).toEqual([]);
});

test('default: every log line of a request has its trace id, the client’s or a generated one', async () => {
  const lines: { msg: string; traceId?: string; requestId?: string }[] = [];
  const log = createLog('info', null, { write: (line: string) => lines.push(JSON.parse(line)) });
  await using gateway = await startGateway({}, { log });
  await gateway.rest('/aum-ranking', { headers: traced });
  await gateway.rest('/aum-ranking');
  await gateway.query('{ dtfs(first: 1) { edges { node { name } } } }');
  await expect.poll(() => lines.filter(({ msg }) => msg === 'answered').length).toBe(3);
  const told = lines.filter(({ requestId }) => requestId !== undefined);
  expect(new Set(told.map(({ msg }) => msg))).toEqual(
    new Set(['answered', 'upstream failed', 'field failed']),
  );
  for (const line of told) expect(line.traceId).toMatch(/^[\da-f]{32}$/);
  const ids = [...new Set(told.map((line) => line.traceId))];
  expect(ids).toHaveLength(3);
  expect(ids).toContain(traceId);
});

test('error: a collector that cannot be reached is logged and does not delay the shutdown', async () => {
  const lines: { level: string; msg: string }[] = [];
  const log = createLog('info', null, { write: (line: string) => lines.push(JSON.parse(line)) });
  await using silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const stopWithout = async (endpoint: string): Promise<number> => {
    const gateway = await startGateway({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { log });
    await gateway.rest('/aum-ranking', { headers: traced });
    const before = performance.now();
    await gateway[Symbol.asyncDispose]();
    return performance.now() - before;
  };
  // One that never responds, then none at all.
  expect(await stopWithout(`http://127.0.0.1:${port}`)).toBeLessThan(5000);
  silent.closeAllConnections();
  await stopWithout('http://127.0.0.1:1');
  await expect
    .poll(() => lines.map(({ msg }) => msg))
    .toContain('the trace collector takes no spans; they are lost');
});

test('behavior: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES describe the process', async () => {
  await using collector = await startTraceCollector();
  {
    await using gateway = await startGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'prices',
      OTEL_RESOURCE_ATTRIBUTES:
        'service.name=other,deployment.environment.name=staging,team=index%20funds',
    });
    await gateway.rest('/aum-ranking');
  }
  expect(collector.resource()).toMatchObject({
    'service.name': 'prices',
    'deployment.environment.name': 'staging',
    team: 'index funds',
  });
});
