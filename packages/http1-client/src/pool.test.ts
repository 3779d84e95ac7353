import { afterEach, describe, expect, test } from 'vitest';
import { sendRequest } from './testing/send-request.ts';
import { plainResponse } from './testing/socket-server.ts';
import { createTestServers, echoRequestLine, waitForCondition } from './testing/test-servers.ts';

const { start, poolOf, close } = createTestServers();
afterEach(close);

describe('requests', () => {
  test('default: the request head has host and connection first, then the headers of the caller', async () => {
    const { server, pool } = await start(echoRequestLine);
    const headers = ['Accept', 'a, b', 'x-latin', '\u00e9'];
    expect(await sendRequest(pool, { path: '/a?b=%2F&\u00e9', headers })).toMatchObject({
      status: 200,
      reason: 'OK',
    });
    expect(server.requests).toEqual([
      `GET /a?b=%2F&\u00e9 HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\n` +
        'Accept: a, b\r\nx-latin: \u00e9\r\n\r\n',
    ]);
  });

  test('behavior: a body is sent as UTF-8 with its length', async () => {
    const { server, pool } = await start(echoRequestLine);
    await sendRequest(pool, { method: 'POST', body: '{"a":"é€"}' });
    expect(server.requests[0]).toMatch(
      /^POST \/x HTTP\/1\.1\r\n[\s\S]*\r\ncontent-length: 13\r\n\r\n\{/,
    );
    expect(Buffer.from(server.requests[0] ?? '', 'latin1').toString()).toMatch(/\{"a":"é€"\}$/);
  });

  test.each<readonly [string, Parameters<typeof sendRequest>[1]]>([
    ['a blank in the path', { path: '/a b' }],
    ['a line end in the path', { path: '/a\r\nB:c' }],
    ['a path with a character above 255', { path: '/\u20ac' }],
    ['no path', { path: '' }],
    ['a line end in a value', { headers: ['a', 'b\r\nc: d'] }],
    ['a line feed in a value', { headers: ['a', 'b\nc: d'] }],
    ['a NUL in a value', { headers: ['a', '\0'] }],
    ['a value with a character above 255', { headers: ['a', '\u20ac'] }],
    ['a colon in a name', { headers: ['a:', 'b'] }],
    ['no name', { headers: ['', 'b'] }],
  ])('args: %s is never sent', async (_name, request) => {
    const { server, pool } = await start(echoRequestLine);
    await expect(sendRequest(pool, request)).rejects.toThrow(TypeError);
    expect(server.accepted()).toBe(0);
  });
});

describe('connections', () => {
  test('default: sequential requests share one connection, simultaneous ones have one each', async () => {
    const { server, pool } = await start(echoRequestLine);
    for (let n = 0; n < 5; n += 1) await sendRequest(pool);
    expect(server.accepted()).toBe(1);
    await Promise.all([sendRequest(pool), sendRequest(pool), sendRequest(pool)]);
    expect(server.accepted()).toBe(3);
  });

  test('behavior: 2000 simultaneous requests over eight connections each get their own response', async () => {
    const { server, pool } = await start(echoRequestLine, { connections: 8 });
    const asked = Array.from({ length: 2000 }, (_, n) => sendRequest(pool, { path: `/${n}` }));
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(bodies).toEqual(bodies.map((_, n) => `GET /${n} HTTP/1.1`));
    expect(server.accepted()).toBe(8);
  });

  test('behavior: 2000 simultaneous requests without a limit of connections', async () => {
    const { server, pool } = await start(echoRequestLine, { connectTimeout: 15_000 });
    const asked = Array.from({ length: 2000 }, () => sendRequest(pool));
    expect(await Promise.all(asked)).toHaveLength(2000);
    expect(server.accepted()).toBe(2000);
  });

  test('behavior: the most recently used idle connection is taken first', async () => {
    const ports: (number | undefined)[] = [];
    const { pool } = await start((socket, request) => {
      ports.push(socket.remotePort);
      setTimeout(() => socket.write(plainResponse('')), /slow/.test(request) ? 60 : 0);
    });
    const slow = sendRequest(pool, { path: '/slow' });
    await sendRequest(pool);
    await slow;
    await sendRequest(pool);
    await sendRequest(pool);
    expect(ports.slice(2)).toEqual([ports[0], ports[0]]);
    expect(ports[1]).not.toBe(ports[0]);
  });

  test('behavior: a connection that is idle for too long is closed', async () => {
    const { server, pool } = await start(echoRequestLine, { keepAliveTimeout: 300 });
    await sendRequest(pool);
    expect(server.sockets.size).toBe(1);
    await waitForCondition(() => server.sockets.size === 0);
  });

  test('behavior: a connection that the server will close within a second is not reused', async () => {
    const { server, pool } = await start((socket) =>
      socket.write(plainResponse('', 'Keep-Alive: timeout=1\r\n')),
    );
    await sendRequest(pool);
    await sendRequest(pool);
    expect(server.accepted()).toBe(2);
    await waitForCondition(() => server.sockets.size === 0);
  });

  test.each<readonly [string, string]>([
    ['says so', plainResponse('', 'Connection: close\r\n')],
    ['speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['sends more than the response', `${plainResponse('')}HTTP/1.1 200 OK\r\n`],
  ])('behavior: a connection is not reused when the server %s', async (_name, bytes) => {
    const { server, pool } = await start((socket) => socket.write(bytes));
    await sendRequest(pool);
    await waitForCondition(() => server.sockets.size === 0);
    expect(await sendRequest(pool)).toMatchObject({ status: 200 });
    expect(server.accepted()).toBe(2);
  });

  test('behavior: bytes on an idle connection close it and reach no handler', async () => {
    const { server, pool } = await start((socket, _request, index) => {
      socket.write(plainResponse(`${index}`));
      setTimeout(() => socket.write(plainResponse('poison')), 20);
    });
    expect(await sendRequest(pool)).toMatchObject({ body: '0' });
    await waitForCondition(() => server.sockets.size === 0);
    expect(await sendRequest(pool)).toMatchObject({ body: '1' });
  });

  test('behavior: an idle connection that the server closes is removed', async () => {
    const { server, pool } = await start(echoRequestLine);
    await sendRequest(pool);
    for (const socket of server.sockets) socket.end();
    await waitForCondition(() => server.sockets.size === 0);
    await sendRequest(pool);
    expect(server.accepted()).toBe(2);
  });

  test('error: a connection that is not established in time', async () => {
    const { server } = await start(() => undefined);
    // The plain TCP server never responds to the TLS handshake.
    const pool = poolOf(`https://127.0.0.1:${server.port}`, { connectTimeout: 100 });
    await expect(sendRequest(pool)).rejects.toThrow('was not established in time');
    await waitForCondition(() => server.sockets.size === 0);
  });

  test('error: a port without a server', async () => {
    const { server, pool } = await start(echoRequestLine);
    await server.close();
    await expect(sendRequest(pool)).rejects.toThrow('ECONNREFUSED');
  });

  test('default: IPv6 literals and names', async () => {
    const { server } = await start(echoRequestLine);
    const pool = poolOf(`http://localhost:${server.port}`);
    expect(await sendRequest(pool)).toMatchObject({ status: 200 });
    const none = poolOf(`http://[::1]:${server.port}`);
    await expect(sendRequest(none)).rejects.toThrow(/::1|EADDRNOTAVAIL|EAFNOSUPPORT/);
    expect(() => poolOf('ftp://x')).toThrow(TypeError);
  });
});
