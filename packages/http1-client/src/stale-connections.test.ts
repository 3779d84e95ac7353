import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Http1Request } from './index.ts';
import type { RawResponder } from './testing/raw-server.ts';
import { sendAndRecord, sendRequest } from './testing/send-request.ts';
import {
  createTestServers,
  echoRequestLine,
  type SocketWithUsedMark,
} from './testing/test-servers.ts';

const { start, close } = createTestServers();
afterEach(close);

describe('a stale connection', () => {
  /** Responds to the first request of a connection and resets the connection at the second. */
  const once: RawResponder = (socket: SocketWithUsedMark, request) => {
    if (socket.used) socket.resetAndDestroy();
    else echoRequestLine(socket, request, 0);
    socket.used = true;
  };

  test.each(['GET', 'HEAD'] as const)(
    'behavior: %s is retried once on a new connection',
    async (method) => {
      const { server, pool } = await start((socket: SocketWithUsedMark) => {
        if (socket.used) socket.resetAndDestroy();
        else socket.write('HTTP/1.1 204 No\r\n\r\n');
        socket.used = true;
      });
      await sendRequest(pool, { method });
      const heard = sendAndRecord(pool, { method });
      expect(await heard.response).toMatchObject({ status: 204 });
      expect(heard.calls).toEqual(['head', 'end']);
      expect(server.requests).toHaveLength(3);
      expect(server.accepted()).toBe(2);
    },
  );

  test('behavior: a connection that the server ends without a reset is stale, too', async () => {
    const { pool } = await start((socket: SocketWithUsedMark, request) => {
      if (socket.used) socket.end();
      else echoRequestLine(socket, request, 0);
      socket.used = true;
    });
    await sendRequest(pool);
    expect(await sendRequest(pool)).toMatchObject({ status: 200 });
  });

  test('error: POST is never sent twice', async () => {
    const { server, pool } = await start(once);
    await sendRequest(pool);
    const heard = sendAndRecord(pool, { method: 'POST', body: '{}' });
    await expect(heard.response).rejects.toThrow();
    expect(heard.calls).toEqual(['error']);
    expect(server.requests).toHaveLength(2);
  });

  test('error: no request is sent a third time', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echoRequestLine(socket, request, 0);
      else socket.destroy();
    });
    await sendRequest(pool);
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(3);
  });

  test('error: a request on a new connection that closes is not retried', async () => {
    const { server, pool } = await start((socket) => void socket.destroy());
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(1);
  });

  test('error: a request whose response has begun is not retried', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echoRequestLine(socket, request, 0);
      else socket.end('H');
    });
    await sendRequest(pool);
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(2);
  });

  test('error: bytes sent before the request are not its response', async () => {
    const askBehindStray = async (request: Partial<Http1Request>) => {
      const { server, pool } = await start((socket, sent) => echoRequestLine(socket, sent, 0));
      await sendRequest(pool);
      // After a timer, the client has read everything that was sent.
      await pause(5);
      for (const socket of server.sockets) {
        socket.setNoDelay().write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstolen');
      }
      return sendRequest(pool, { path: '/mine', ...request });
    };
    expect(await askBehindStray({})).toMatchObject({ body: 'GET /mine HTTP/1.1' });
    const posted = askBehindStray({ method: 'POST', body: '{}' });
    await expect(posted).rejects.toThrow('before the request');
  });

  test('behavior: the limit of connections holds for retries', async () => {
    const { server, pool } = await start(once, { connections: 1 });
    const asked = Array.from({ length: 20 }, (_, n) => sendRequest(pool, { path: `/${n}` }));
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(bodies).toEqual(bodies.map((_, n) => `GET /${n} HTTP/1.1`));
    expect(server.sockets.size).toBeLessThanOrEqual(2);
  });
});
