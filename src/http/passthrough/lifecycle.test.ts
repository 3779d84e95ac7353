import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  exchangeRaw,
  getRaw,
  type ProxyOptions,
  type RunningProxy,
  sendRaw,
  startProxy,
  until,
} from './testing/proxy.ts';
import { plainAnswer, type RawUpstream, startRawUpstream } from './testing/raw-upstream.ts';

let upstream: RawUpstream;
let proxy: RunningProxy;

const start = async (
  answer: (socket: Socket, head: string) => void,
  options: Partial<ProxyOptions> = {},
) => {
  upstream = await startRawUpstream(answer);
  proxy = await startProxy({ upstream: upstream.url, ...options });
};

afterEach(async () => {
  await proxy.close();
  await upstream.close();
});

const eventStream = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
const sockets = () => upstream.sockets.size;

/** Everything a socket has received so far. */
const collect = (socket: Socket) => {
  const seen = { text: '', isClosed: false };
  socket.on('data', (data) => {
    seen.text += data.toString('latin1');
  });
  socket.on('close', () => {
    seen.isClosed = true;
  });
  return seen;
};

describe('failures', () => {
  test('error: an upstream that refuses connections is 502', async () => {
    await start(() => undefined);
    const { url } = upstream;
    await upstream.close();
    const lonely = await startProxy({ upstream: url });
    const answer = await getRaw(lonely.port, '/dn/x');
    await lonely.close();
    expect(answer).toMatch(/^HTTP\/1.1 502 /);
    expect(answer).toContain('Cache-Control: no-store');
    expect(bodyOf(answer)).toEqual({ error: 'data node is unreachable' });
    await start(() => undefined);
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
    ['continues unasked', (socket: Socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'sends a 100 kB header',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('error: an upstream that %s before its head is 502', async (_name, misbehave) => {
    await start(misbehave);
    const answer = await getRaw(proxy.port, '/dn/x');
    expect(answer).toMatch(/^HTTP\/1.1 502 /);
    expect(bodyOf(answer)).toEqual({ error: 'data node is unreachable' });
    expect(answer).not.toContain(upstream.url.port);
    expect(proxy.ends).toEqual(['unreachable']);
    await until(() => sockets() === 0);
  });

  test.each([
    ['a measured body', 'Content-Length: 100\r\n\r\npart'],
    ['a chunked body', `${chunked}${chunk('part')}`],
    ['a broken chunk', `${chunked}${chunk('part')}zz\r\n`],
  ])('error: %s that breaks off is seen as broken by the client', async (_name, rest) => {
    await start((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    const failed = await fetch(`${proxy.url}/dn/x`).then((answer) =>
      answer.text().then(
        () => false,
        () => true,
      ),
    );
    expect(failed).toBe(true);
    expect(proxy.ends).toEqual(['cut']);
  });

  test('error: no head within the deadline is 502 and the upstream is left', async () => {
    await start(() => undefined, { deadline: 150 });
    const answer = await getRaw(proxy.port, '/dn/x');
    expect(answer).toMatch(/^HTTP\/1.1 502 /);
    expect(bodyOf(answer)).toEqual({ error: 'data node timed out' });
    await until(() => sockets() === 0, 1000);
  });

  test('error: a body that trickles beyond the deadline is cut, activity does not extend it', async () => {
    await start(
      (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${chunked}`);
        const timer = setInterval(() => socket.write(chunk('x')), 20);
        socket.on('close', () => clearInterval(timer));
      },
      { deadline: 300 },
    );
    const answer = await exchangeRaw(proxy.port, get('/dn/x'));
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer.endsWith('0\r\n\r\n')).toBe(false);
    await until(() => sockets() === 0, 1000);
  });

  test('error: above the bound of open requests it is 503 with Retry-After', async () => {
    await start(() => undefined, { maxOpen: 1 });
    const first = sendRaw(proxy.port, get('/dn/x'));
    await until(() => proxy.passthrough.open() === 1);
    const second = await getRaw(proxy.port, '/dn/x');
    expect(second).toMatch(/^HTTP\/1.1 503 [\s\S]*Retry-After: \d/);
    first.destroy();
    await until(() => proxy.passthrough.open() === 0);
  });
});

describe('a client that leaves', () => {
  test('behavior: before the upstream’s head', async () => {
    await start(() => undefined);
    const client = sendRaw(proxy.port, get('/dn/x'));
    await until(() => upstream.heads.length === 1);
    client.destroy();
    await until(() => sockets() === 0, 1000);
    expect(proxy.ends).toEqual(['client-left']);
  });

  test('behavior: between head and body', async () => {
    await start((socket) => socket.write(`${eventStream}${chunked}`));
    const client = sendRaw(proxy.port, get('/dn/x'));
    await once(client, 'data');
    client.destroy();
    await until(() => sockets() === 0, 1000);
  });

  test('behavior: in the middle of a body it does not read', async () => {
    await start((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n${chunked}${chunk('x'.repeat(20_000_000))}`),
    );
    const client = sendRaw(proxy.port, get('/dn/x'));
    await once(client, 'data');
    client.pause();
    client.destroy();
    await until(() => sockets() === 0, 1000);
  });

  test('behavior: before the connection to the upstream stands, nothing is sent there', async () => {
    // A server that never answers the TLS greeting keeps the connection from standing.
    await start(() => undefined);
    const greeting = new URL(`https://${upstream.url.host}`);
    const tls = await startProxy({ upstream: greeting, connectTimeout: 400 });
    const client = sendRaw(tls.port, get('/dn/x'));
    await until(() => sockets() === 1);
    client.destroy();
    await until(() => tls.passthrough.open() === 0, 1000);
    await until(() => sockets() === 0, 2000);
    expect(tls.ends).toEqual(['client-left']);
    expect(upstream.heads).toEqual([]);
    await tls.close();
  });

  test('error: a connection that does not stand in time is 502', async () => {
    await start(() => undefined);
    const greeting = new URL(`https://${upstream.url.host}`);
    const tls = await startProxy({ upstream: greeting, connectTimeout: 200 });
    expect(await getRaw(tls.port, '/dn/x')).toMatch(/^HTTP\/1.1 502 /);
    await tls.close();
  });

  test('behavior: a half-closed client still gets its answer', async () => {
    await start((socket) => setTimeout(() => socket.write(plainAnswer('late')), 50));
    const client = sendRaw(proxy.port, get('/dn/x', 'Connection: close\r\n'));
    const seen = collect(client);
    client.end();
    await once(client, 'close');
    expect(seen.text === '' || seen.text.endsWith('late')).toBe(true);
  });
});
