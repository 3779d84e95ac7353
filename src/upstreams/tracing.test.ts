import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createValueCache } from '../cache/value-cache.ts';
import { systemClock } from '../lib/clock.ts';
import { createLog } from '../lib/log.ts';
import { attachTraceToSignal } from '../lib/trace-context.ts';
import { startTracing } from '../telemetry/start-tracing.ts';
import { createTelemetry } from '../telemetry/telemetry.ts';
import { startTraceCollector } from '../telemetry/testing/trace-collector.ts';
import { createEvmChainClients } from './evm-chain.ts';
import { createHttpClient } from './http-client.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const sampled = `00-${traceId}-${parentId}-01`;
const unsampled = `00-${traceId}-${parentId}-00`;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An upstream that responds with these statuses in turn, then 200, and a client of it. */
async function setup(options: { readonly isOn: boolean; readonly statuses?: readonly number[] }) {
  const statuses = [...(options.statuses ?? [])];
  const received: IncomingHttpHeaders[] = [];
  const baseUrl = await startServer((request, response) => {
    received.push(request.headers);
    response.writeHead(statuses.shift() ?? 200).end('{"id":1,"result":"0x1"}');
  });
  const collector = await startTraceCollector();
  opened.push(async () => collector[Symbol.asyncDispose]());
  const telemetry = createTelemetry();
  const stop = options.isOn
    ? await startTracing(telemetry.spans, {
        endpoint: collector.url,
        resource: {},
        log: createLog('silent'),
      })
    : async () => {};
  const client = createHttpClient({ name: 'data node', baseUrl, telemetry });
  opened.push(client.close);
  const exported = async () => {
    await stop();
    return collector.spans;
  };
  return { client, received, exported, port: Number(new URL(baseUrl).port) };
}

/** The signal of a request whose client sent this trace. */
function signalOf(traceparent: string): AbortSignal {
  const { signal } = new AbortController();
  attachTraceToSignal(signal, { traceparent, tracestate: 'vendor=1', route: '/api/price' });
  return signal;
}

test('default: a read with a retry is one child span of the caller, and upstreams get its context', async () => {
  const { client, received, exported, port } = await setup({ isOn: true, statuses: [503] });
  const cache = createValueCache({ clock: systemClock, maxBytes: 1e6 });
  await cache.read({
    policy: 'price',
    key: 'BTC',
    signal: signalOf(sampled),
    fetch: async (signal) => client.get('/price?asset=BTC&token=secret', { signal }),
  });
  const [span, ...others] = await exported();
  expect(others).toEqual([]);
  expect(span).toMatchObject({ name: 'GET data node', traceId, parentSpanId: parentId, kind: 3 });
  expect(span?.attributes).toEqual({
    'dtf.upstream': 'data node',
    'dtf.cache.outcome': 'MISS',
    'dtf.route': '/api/price',
    'dtf.policy': 'price',
    'dtf.retry.count': 1,
    'dtf.breaker.state': 'closed',
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'url.path': '/price',
    'server.address': '127.0.0.1',
    'server.port': port,
  });
  expect(received.map(({ traceparent, tracestate }) => [traceparent, tracestate])).toEqual([
    [`00-${traceId}-${span?.spanId}-01`, 'vendor=1'],
    [`00-${traceId}-${span?.spanId}-01`, 'vendor=1'],
  ]);
});

test('behavior: RPC calls of a chain are spans with their method', async () => {
  const { client, exported } = await setup({ isOn: true });
  await createEvmChainClients({
    name: 'L3 chain',
    http: client,
    finalityBlocks: 12,
    eventStore: () => {
      throw new Error('no events are read');
    },
    sharedRanges: undefined,
    clock: systemClock,
  })
    .clientFor(signalOf(sampled))
    .getChainId();
  expect((await exported())[0]?.attributes).toMatchObject({
    'rpc.system.name': 'jsonrpc',
    'rpc.method': 'eth_chainId',
    'http.request.method': 'POST',
  });
});

test('error: the span of a failed call has its status and the state of the breaker', async () => {
  const { client, exported } = await setup({ isOn: true, statuses: [500, 500] });
  await expect(client.get('/x', { signal: signalOf(sampled) })).rejects.toThrow();
  expect((await exported())[0]).toMatchObject({
    status: { code: 2 },
    attributes: { 'http.response.status_code': 500, 'error.type': '500' },
  });
});

test('behavior: a trace that is not sampled is passed on unchanged and not exported', async () => {
  const { client, received, exported } = await setup({ isOn: true });
  await client.get('/x', { signal: signalOf(unsampled) });
  expect(await exported()).toEqual([]);
  expect(received[0]).toMatchObject({ traceparent: unsampled, tracestate: 'vendor=1' });
});

test('behavior: with tracing off the trace is passed on unchanged, and no trace is started', async () => {
  const { client, received } = await setup({ isOn: false });
  await client.get('/x', { signal: signalOf(sampled) });
  await client.get('/y', { signal: new AbortController().signal });
  expect(received[0]).toMatchObject({ traceparent: sampled, tracestate: 'vendor=1' });
  expect(received[1]).not.toHaveProperty('traceparent');
});
