import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeUpstream, respondByPath, startUpstream } from '../support/gateway.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts';

const mebibyte = 2 ** 20;
const clients = 10;
const requestsOfClient = 6;
/** `PENDING_RESPONSE_TOTAL_MB` as it is by default. */
const boundMb = 256;

const numbered = <T>(length: number, one: (at: number) => T) =>
  Array.from({ length }, (_, at) => one(at));
const points = numbered(2520, (at) => ({
  date: new Date(Date.UTC(2020, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
  nav: 1 + at / 700,
  drawdown_pct: 0,
}));

let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const asked = (query.get('run_ids') ?? '').split(',').filter(Boolean).map(Number);
    respondByPath({
      '/sim/results': { results: [] },
      '/sim/compare': { simulations: asked.map((run_id) => ({ run_id, nav_series: points })) },
    })(request, response);
  });
});
afterAll(() => upstream[Symbol.asyncDispose]());

/** About 7 MB of result; no two documents are the same. */
const document = (number: number) =>
  `{ s: simulations(ids: [1,2,3,4,5]) { navSeries { ${numbered(4, (at) => `${`a${at}x${number}`.padEnd(120, 'y')}: date`).join(' ')} } } }`;

const runIds = (number: number) => numbered(30, (at) => 1000 + 30 * number + at).join(',');

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

function post(target: string, accept: string, content: object): string {
  const body = JSON.stringify(content);
  const lines = [
    `POST ${target} HTTP/1.1`,
    'Host: x',
    `Content-Length: ${body.length}`,
    'Content-Type: application/json',
    `Accept: ${accept}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const requests = {
  json: (number: number) => post('/graphql', 'application/json', { query: document(number) }),
  events: (number: number) => post('/graphql', 'text/event-stream', { query: document(number) }),
  parts: (number: number) => {
    const query = document(number).replace('{', '{ __typename ... @defer {').concat(' }');
    return post('/graphql', 'multipart/mixed', { query });
  },
  rest: (number: number) => get(`/api/sim/compare?run_ids=${runIds(number)}`),
  dn: (number: number) => get(`/dn/sim/compare?run_ids=${runIds(number)}`),
  mcp: (number: number) => {
    const params = { name: 'execute', arguments: { query: document(number) } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return post('/mcp', 'application/json, text/event-stream', call);
  },
} as const;

/**
 * Of these the gateway holds little: what it proxies stays in the upstream, and a tool's result is
 * cut at 400 kB, which the socket's buffers take.
 */
const heldByOthers: ReadonlySet<string> = new Set(['dn', 'mcp']);

/** Opens a connection from its own address, sends a request, and reads nothing. */
async function ask(url: string, bytes: string, client: number): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    localAddress: `127.0.0.${client + 2}`,
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  // The first bytes are there, and nothing more is read.
  await Promise.race([once(socket, 'readable'), sleep(5000)]);
  return socket;
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

/** Returns the bytes that a process holds behind a full garbage collection, by its inspector. */
async function heldBytes(gateway: GatewayProcess): Promise<number> {
  const address = /ws:\/\/127\.0\.0\.1:\S+/.exec(gateway.written())?.[0] ?? '';
  const inspector = new WebSocket(address);
  await once(inspector, 'open');
  let calls = 0;
  const call = async (method: string, params: object = {}) => {
    calls += 1;
    inspector.send(JSON.stringify({ id: calls, method, params }));
    const [{ data }] = (await once(inspector, 'message')) as [MessageEvent<string>];
    return JSON.parse(data) as { result?: { result?: { value?: number } } };
  };
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  await call('HeapProfiler.collectGarbage');
  const { result } = await call('Runtime.evaluate', { expression });
  inspector.close();
  return result?.result?.value ?? Number.NaN;
}

test.each(Object.entries(requests))(
  'behavior: ten clients that read nothing of %s hold no more than the bound',
  async (name, request) => {
    await using gateway = await startGatewayProcess({
      DATA_NODE_URL: upstream.url,
      RESPONSE_STALL_SECONDS: '600',
      NODE_OPTIONS: '--inspect=127.0.0.1:0',
      CACHE_MAX_MB: '8',
      RESPONSE_CACHE_MAX_MB: '0',
    });
    const sockets: Socket[] = [];
    // The gateway first does the same work for a client that reads, which fills its caches.
    for (let number = 0; number < 4; number += 1) {
      const socket = await ask(gateway.url, request(100_000 + number), 0);
      socket.resume();
      await sleep(100);
      socket.destroy();
    }
    const before = await heldBytes(gateway);
    for (let turn = 0; turn < requestsOfClient; turn += 1) {
      for (let client = 0; client < clients; client += 1) {
        sockets.push(await ask(gateway.url, request(turn * clients + client), client));
      }
    }
    if (name === 'mcp') {
      // Its head is sent before its result; of the others the first bytes are those of a result.
      await expect
        .poll(() => metric(gateway.url, 'gateway_operations_in_progress_bytes'), {
          timeout: 60_000,
        })
        .toBe(0);
    }
    const counted = await metric(gateway.url, 'gateway_pending_response_bytes');
    const grown = (await heldBytes(gateway)) - before;
    for (const socket of sockets) socket.destroy();
    process.stdout.write(
      `${name}: ${(counted / mebibyte).toFixed(0)} MiB counted, ${(grown / mebibyte).toFixed(0)} MiB held\n`,
    );
    if (!heldByOthers.has(name)) expect(counted).toBeGreaterThan(0.75 * boundMb * mebibyte);
    // One response more may be admitted below the bound, and connections and caches need some.
    expect(grown).toBeLessThan((boundMb + 24) * mebibyte);
  },
  120_000,
);
