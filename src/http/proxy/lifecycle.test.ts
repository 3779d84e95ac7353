import { once } from 'node:events';
import type { Socket } from 'node:net';
import { plainResponse } from '@dtf-graph/http1-client/testing/socket-server.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  collectReceived,
  formatProxyGetRequest,
  getRaw,
  sendRaw,
  sendRawAndRead,
  startProxy,
  waitUntil,
} from './testing/proxy.ts';
import { createProxyWithUpstream } from './testing/proxy-with-upstream.ts';
import { chunkedHead, eventStreamHead, formatChunk } from './testing/raw-upstream.ts';

const pair = createProxyWithUpstream();
afterEach(pair.close);

const bodyOf = (response: string): unknown => JSON.parse(response.split('\r\n\r\n')[1] ?? '');

describe('failures', () => {
  test('error: an upstream that refuses connections is 502', async () => {
    await pair.start(() => undefined);
    const { url } = pair.upstream;
    await pair.upstream.close();
    const lonely = await startProxy({ upstream: url });
    const response = await getRaw(lonely.port, '/dn/x');
    await lonely.close();
    expect(response).toMatch(/^HTTP\/1.1 502 /);
    expect(response).toContain('Cache-Control: no-store');
    expect(bodyOf(response)).toEqual({ error: 'data node is unreachable' });
    await pair.start(() => undefined);
  });

  test.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['hangs up', (socket: Socket) => socket.end()],
    ['speaks no HTTP', (socket: Socket) => socket.end('hello\r\n\r\n')],
    [
      'contradicts itself on the length',
      (socket: Socket) =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'),
    ],
    [
      'measures and chunks',
      (socket: Socket) =>
        socket.end(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        ),
    ],
    [
      'switches protocols',
      (socket: Socket) =>
        socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
    ['answers with status 000', (socket: Socket) => socket.end('HTTP/1.1 000 Zero\r\n\r\n')],
    ['answers with status 99', (socket: Socket) => socket.end('HTTP/1.1 099 Low\r\n\r\n')],
    [
      'continues without a request',
      (socket: Socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
    ],
    [
      'sends a 100 kB header',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('error: an upstream that %s before its head is 502', async (_name, misbehave) => {
    await pair.start(misbehave);
    const response = await getRaw(pair.proxy.port, '/dn/x');
    expect(response).toMatch(/^HTTP\/1.1 502 /);
    expect(bodyOf(response)).toEqual({ error: 'data node is unreachable' });
    expect(response).not.toContain(pair.upstream.url.port);
    expect(pair.proxy.ends).toEqual(['unreachable']);
    await waitUntil(() => pair.sockets() === 0);
  });

  test.each([
    ['a measured body', 'Content-Length: 100\r\n\r\npart'],
    ['a chunked body', `${chunkedHead}${formatChunk('part')}`],
    ['a broken chunk', `${chunkedHead}${formatChunk('part')}zz\r\n`],
  ])('error: the client detects that %s is incomplete', async (_name, rest) => {
    await pair.start((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    const failed = await fetch(`${pair.proxy.url}/dn/x`).then((response) =>
      response.text().then(
        () => false,
        () => true,
      ),
    );
    expect(failed).toBe(true);
    expect(pair.proxy.ends).toEqual(['cut']);
  });

  test('error: no head within the deadline is 502 and the upstream request is aborted', async () => {
    await pair.start(() => undefined, { deadline: 150 });
    const response = await getRaw(pair.proxy.port, '/dn/x');
    expect(response).toMatch(/^HTTP\/1.1 502 /);
    expect(bodyOf(response)).toEqual({ error: 'data node timed out' });
    await waitUntil(() => pair.sockets() === 0, 1000);
  });

  test('error: a slow body is aborted at the deadline, which activity does not extend', async () => {
    await pair.start(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${chunkedHead}`);
        const timer = setInterval(() => socket.write(formatChunk('x')), 20);
        socket.on('close', () => clearInterval(timer));
      },
      { deadline: 300 },
    );
    const response = await sendRawAndRead(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response.endsWith('0\r\n\r\n')).toBe(false);
    await waitUntil(() => pair.sockets() === 0, 1000);
  });

  test('error: more open requests than allowed get 503 with Retry-After', async () => {
    await pair.start(() => undefined, { maxOpen: 1 });
    const first = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    await waitUntil(() => pair.proxy.reverseProxy.open() === 1);
    const second = await getRaw(pair.proxy.port, '/dn/x');
    expect(second).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: \d/);
    first.destroy();
    await waitUntil(() => pair.proxy.reverseProxy.open() === 0);
  });
});

describe('a client that disconnects', () => {
  test('behavior: before the upstream’s head', async () => {
    await pair.start(() => undefined);
    const client = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    await waitUntil(() => pair.upstream.heads.length === 1);
    client.destroy();
    await waitUntil(() => pair.sockets() === 0, 1000);
    expect(pair.proxy.ends).toEqual(['client-left']);
  });

  test('behavior: between head and body', async () => {
    await pair.start((socket) => socket.write(`${eventStreamHead}${chunkedHead}`));
    const client = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    await once(client, 'data');
    client.destroy();
    await waitUntil(() => pair.sockets() === 0, 1000);
  });

  test('behavior: in the middle of a body that it does not read', async () => {
    await pair.start((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n${chunkedHead}${formatChunk('x'.repeat(20_000_000))}`),
    );
    const client = sendRaw(pair.proxy.port, formatProxyGetRequest('/dn/x'));
    await once(client, 'data');
    client.pause();
    client.destroy();
    await waitUntil(() => pair.sockets() === 0, 1000);
  });

  test('behavior: before the connection to the upstream is established, nothing is sent to it', async () => {
    // A server that never completes the TLS handshake keeps the connection from being established.
    await pair.start(() => undefined);
    const greeting = new URL(`https://${pair.upstream.url.host}`);
    const tls = await startProxy({ upstream: greeting, connectTimeout: 400 });
    const client = sendRaw(tls.port, formatProxyGetRequest('/dn/x'));
    await waitUntil(() => pair.sockets() === 1);
    client.destroy();
    await waitUntil(() => tls.reverseProxy.open() === 0, 1000);
    await waitUntil(() => pair.sockets() === 0, 2000);
    expect(tls.ends).toEqual(['client-left']);
    expect(pair.upstream.heads).toEqual([]);
    await tls.close();
  });

  test('error: a connection that is not established in time is 502', async () => {
    await pair.start(() => undefined);
    const greeting = new URL(`https://${pair.upstream.url.host}`);
    const tls = await startProxy({ upstream: greeting, connectTimeout: 200 });
    expect(await getRaw(tls.port, '/dn/x')).toMatch(/^HTTP\/1.1 502 /);
    await tls.close();
  });

  test('behavior: a half-closed client still gets its response', async () => {
    await pair.start((socket) => setTimeout(() => socket.write(plainResponse('late')), 50));
    const client = sendRaw(
      pair.proxy.port,
      formatProxyGetRequest('/dn/x', 'Connection: close\r\n'),
    );
    const seen = collectReceived(client);
    client.end();
    await once(client, 'close');
    expect(seen.text === '' || seen.text.endsWith('late')).toBe(true);
  });
});
