import { afterEach, describe, expect, test } from 'vitest';
import { createConnectionReusePolicy, createConnectionReuseRegistry } from './connection-reuse.ts';
import { sendAndRecord, sendRequest } from './testing/send-request.ts';
import { plainResponse } from './testing/socket-server.ts';
import { createTestServers, echoRequestLine, waitForCondition } from './testing/test-servers.ts';

const { start, poolOf, close } = createTestServers();
afterEach(close);

describe('bytes that no request asked for', () => {
  test('behavior: bytes that directly follow a response are read before the next request is sent', async () => {
    const { server, pool } = await start(echoRequestLine);
    const second = Promise.withResolvers<string>();
    const first = pool.send(
      { method: 'GET', path: '/1', headers: [] },
      {
        onHead: () => undefined,
        // During the first response; these bytes are in the kernel's buffer when it ends.
        onData: () => {
          for (const socket of server.sockets) socket.setNoDelay().write(plainResponse('stolen'));
        },
        onEnd: () => {
          const next = sendRequest(pool, { path: '/2' });
          next.then(({ body }) => second.resolve(body), second.reject);
        },
        onError: second.reject,
      },
    );
    expect(await second.promise).toBe('GET /2 HTTP/1.1');
    first.abort();
  });

  test.each<readonly [string, Parameters<typeof start>[0]]>([
    [
      'with a response',
      (socket) => socket.write(plainResponse('x') + plainResponse('unrequested')),
    ],
    [
      'on an idle connection',
      (socket) => {
        socket.write(plainResponse('x'));
        setTimeout(() => socket.write(plainResponse('unrequested')), 20);
      },
    ],
  ])(
    'behavior: sent %s, they end the reuse of connections to the origin',
    async (_name, respond) => {
      let isHonest = false;
      const { server, pool } = await start((socket, request, index) => {
        if (isHonest) echoRequestLine(socket, request, index);
        else respond(socket, request, index);
      });
      await sendRequest(pool);
      await waitForCondition(() => server.sockets.size === 0);
      isHonest = true;
      for (const path of ['/1', '/2', '/3']) {
        expect(await sendRequest(pool, { path })).toMatchObject({ body: `GET ${path} HTTP/1.1` });
      }
      expect(server.accepted()).toBe(4);
      await waitForCondition(() => server.sockets.size === 0);
    },
  );

  test('behavior: distrust closes the idle connections of all pools that share it', async () => {
    const { server, pool } = await start(echoRequestLine);
    const trust = createConnectionReusePolicy();
    const one = poolOf(server.origin, { trust });
    const other = poolOf(server.origin, { trust });
    await Promise.all([sendRequest(one), sendRequest(one), sendRequest(other), sendRequest(pool)]);
    expect(server.sockets.size).toBe(4);
    trust.distrust();
    await waitForCondition(() => server.sockets.size === 1);
  });

  test('behavior: distrust retries a read on a reused connection and lets a first request finish', async () => {
    const trust = createConnectionReusePolicy();
    const { server, pool } = await start(
      (socket, request, index) =>
        setTimeout(echoRequestLine, index > 0 ? 30 : 0, socket, request, index),
      { trust },
    );
    await sendRequest(pool);
    const used = sendAndRecord(pool, { path: '/used' });
    const fresh = sendAndRecord(pool, { path: '/fresh' });
    await waitForCondition(() => server.requests.length === 3);
    trust.distrust();
    const responses = await Promise.all([used.response, fresh.response]);
    expect(responses.map(({ body }) => body)).toEqual([
      'GET /used HTTP/1.1',
      'GET /fresh HTTP/1.1',
    ]);
    expect(server.requests.filter((one) => one.includes('/used'))).toHaveLength(2);
    expect(server.requests.filter((one) => one.includes('/fresh'))).toHaveLength(1);
  });
});

describe('connection reuse policy', () => {
  test('default: it is restored after a minute, and later each time it is lost again soon', () => {
    let now = 0;
    const trust = createConnectionReusePolicy(() => now);
    const failedRequest = () => {
      trust.distrust();
      const since = now;
      while (!trust.mayReuse()) now += 1000;
      return (now - since) / 1000;
    };
    expect(trust.mayReuse()).toBe(true);
    expect([failedRequest(), failedRequest(), failedRequest()]).toEqual([60, 120, 240]);
    for (let time = 0; time < 10; time += 1) failedRequest();
    expect(failedRequest()).toBe(3600);
    now += 4_000_000;
    expect(failedRequest()).toBe(60);
  });

  test('default: an origin is scheme, host and port', () => {
    const trustOf = createConnectionReuseRegistry();
    expect(trustOf('http://u:p@a/x')).toBe(trustOf('http://a:80/y'));
    expect(trustOf('http://a')).not.toBe(trustOf('http://a:81'));
  });
});
