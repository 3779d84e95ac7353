import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createHttp1Pool } from '@dtf-graph/http1-client';
import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import { afterEach, expect, test } from 'vitest';
import { createStreamLimiter } from '../../streaming/stream-limits.ts';
import type { ProxyOutcome } from './proxy-exchange.ts';
import { createReverseProxy } from './reverse-proxy.ts';
import {
  collectReceived,
  formatProxyGetRequest,
  getRaw,
  sendRaw,
  waitUntil,
} from './testing/proxy.ts';
import {
  chunkedHead,
  eventStreamHead,
  formatChunk,
  startRawUpstream,
} from './testing/raw-upstream.ts';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Starts a server with a proxy whose deadline is 150 ms, except for event streams. */
async function setup(response: (socket: Socket, head: string) => void) {
  const upstream = await startRawUpstream(response);
  const pool = createHttp1Pool({
    origin: upstream.url.origin,
    connectTimeout: 1000,
    keepAliveTimeout: 1000,
    maxHeadBytes: 16 * 1024,
  });
  const ends: ProxyOutcome[] = [];
  const proxy = createReverseProxy({
    name: 'oracle',
    route: '/vision/{path}',
    dispatch: pool.send,
    headers: ['X-Own', 'yes'],
    rewriteUrls: (headers) => [...headers],
    deadline: 150,
    endlessStreams: true,
    streamLimiter: createStreamLimiter({ total: 10, perClient: 10 }),
    clientOf: () => 'me',
    onEnd: (end) => ends.push(end),
  });
  const server = createServer((req, res) => proxy.handle(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(
    upstream.close,
    async () => pool.close(),
    async () => {
      proxy.abortAll();
      server.closeAllConnections();
      server.close();
    },
  );
  return { port: (server.address() as AddressInfo).port, ends };
}

test('default: own header lines come first, the rest is the upstream’s', async () => {
  const { port, ends } = await setup((socket) =>
    socket.write(plainResponse('ok', 'Date: today\r\n')),
  );
  expect(await getRaw(port, '/x')).toBe(
    'HTTP/1.1 200 OK\r\nX-Own: yes\r\nDate: today\r\nContent-Length: 2\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\nok',
  );
  await waitUntil(() => ends.length === 1);
  expect(ends).toEqual(['complete']);
});

test('behavior: an endless event stream outlives the deadline, other responses do not', async () => {
  const { port, ends } = await setup((socket, head) => {
    const type = head.includes('/stream') ? eventStreamHead : 'HTTP/1.1 200 OK\r\n';
    socket.write(`${type}${chunkedHead}`);
    const timer = setInterval(() => socket.write(formatChunk('data: 1\n\n')), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const stream = sendRaw(port, formatProxyGetRequest('/stream'));
  const seen = collectReceived(stream);
  const response = await getRaw(port, '/other');
  expect(response.endsWith('0\r\n\r\n')).toBe(false);
  await waitUntil(() => ends.length === 1);
  const before = seen.text.length;
  await waitUntil(() => seen.text.length > before + 100);
  expect(seen.isClosed).toBe(false);
  stream.destroy();
  await waitUntil(() => ends.length === 2);
  expect(ends).toEqual(['cut', 'client-left']);
});

test('error: messages contain the upstream’s name', async () => {
  const { port } = await setup(() => undefined);
  expect(await getRaw(port, '/x')).toContain('{"error":"oracle timed out"}');
});
