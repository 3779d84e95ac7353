import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { chunkedHeaderLine } from './testing/raw-server.ts';
import { type ReceivedExchange, sendAndRecord, sendRequest } from './testing/send-request.ts';
import { createTestServers, echoRequestLine, waitForCondition } from './testing/test-servers.ts';

const { start, close } = createTestServers();
afterEach(close);

describe('abort', () => {
  const quiet = async (heard: ReceivedExchange, before: readonly string[]): Promise<void> => {
    await pause(50);
    expect(heard.calls).toEqual(before);
  };

  test('behavior: before the connection is established, nothing is sent', async () => {
    const { server, pool } = await start(echoRequestLine);
    const heard = sendAndRecord(pool);
    heard.exchange.abort();
    await quiet(heard, []);
    expect(server.requests).toEqual([]);
    expect(server.sockets.size).toBe(0);
  });

  test('behavior: in the turn of the request, nothing is sent on an idle connection', async () => {
    const { server, pool } = await start(echoRequestLine);
    await sendRequest(pool, { path: '/first' });
    const heard = sendAndRecord(pool, { path: '/given-up' });
    heard.exchange.abort();
    await quiet(heard, []);
    expect(server.requests.map((one) => one.split(' ')[1])).toEqual(['/first']);
  });

  test('behavior: of a waiting request, the others keep their order', async () => {
    const { server, pool } = await start(echoRequestLine, { connections: 1 });
    const all = Array.from({ length: 6 }, (_, n) => sendAndRecord(pool, { path: `/${n}` }));
    for (const place of [1, 3, 5]) all[place]?.exchange.abort();
    const last = sendAndRecord(pool, { path: '/last' });
    await Promise.all([all[0], all[2], all[4], last].map((one) => one?.response));
    expect(server.requests.map((one) => one.split(' ')[1])).toEqual(['/0', '/2', '/4', '/last']);
    expect(all[1]?.calls).toEqual([]);
  });

  test.each<readonly [string, string, readonly string[]]>([
    ['before the head', '', []],
    ['in the head', 'HTTP/1.1 200', []],
    ['before the body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', ['head']],
    ['in the body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab', ['head', 'data']],
  ])('behavior: %s, the connection is closed', async (_name, bytes, before) => {
    const { server, pool } = await start((socket) => socket.write(bytes));
    const heard = sendAndRecord(pool);
    await waitForCondition(
      () => server.requests.length === 1 && heard.calls.length === before.length,
    );
    await pause(20);
    heard.exchange.abort();
    await waitForCondition(() => server.sockets.size === 0);
    await quiet(heard, before);
  });

  test('behavior: within a handler call, the handler is not called again', async () => {
    const bytes = `HTTP/1.1 200 OK\r\n${chunkedHeaderLine}\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n`;
    const { server, pool } = await start((socket) => socket.write(bytes));
    for (const stage of ['head', 'data']) {
      const calls: string[] = [];
      const hear = (call: string): void => {
        calls.push(call);
        if (call === stage) exchange.abort();
      };
      const exchange = pool.send(
        { method: 'GET', path: '/', headers: [] },
        {
          onHead: () => hear('head'),
          onData: () => hear('data'),
          onEnd: () => hear('end'),
          onError: () => hear('error'),
        },
      );
      await waitForCondition(() => calls.includes(stage));
      await waitForCondition(() => server.sockets.size === 0);
      expect(calls).toEqual(stage === 'head' ? ['head'] : ['head', 'data']);
    }
  });

  test('behavior: after the end it has no effect on the next request', async () => {
    const { server, pool } = await start(echoRequestLine);
    const heard = sendAndRecord(pool);
    await heard.response;
    const next = sendAndRecord(pool);
    heard.exchange.abort();
    heard.exchange.pause();
    expect(await next.response).toMatchObject({ status: 200 });
    expect(server.accepted()).toBe(1);
  });

  test('error: close fails each sent, waiting and later request once', async () => {
    const { server, pool } = await start(() => undefined, { connections: 2 });
    const all = Array.from({ length: 5 }, () => sendAndRecord(pool));
    await waitForCondition(() => server.requests.length === 2);
    pool.close();
    pool.close();
    all.push(sendAndRecord(pool));
    for (const heard of all) {
      await expect(heard.response).rejects.toThrow('closed');
      expect(heard.calls).toEqual(['error']);
    }
    await waitForCondition(() => server.sockets.size === 0);
  });
});
