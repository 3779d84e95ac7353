import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Http1Request } from './index.ts';
import type { RawResponder } from './testing/raw-server.ts';
import { sendAndRecord, sendRequest } from './testing/send-request.ts';
import { createTestServers, echoRequestLine, type UsedSocket } from './testing/test-servers.ts';

const { start, close } = createTestServers();
afterEach(close);

describe('a connection that had grown stale', () => {
  /** Responds to the first request of a connection and resets the connection at the second. */
  const once: RawResponder = (socket: UsedSocket, request) => {
    if (socket.used) socket.resetAndDestroy();
    else echoRequestLine(socket, request, 0);
    socket.used = true;
  };

  test.each(['GET', 'HEAD'] as const)(
    'behavior: %s is sent once more on a new one',
    async (method) => {
      const { server, pool } = await start((socket: UsedSocket) => {
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

  test('behavior: a server that ends it cleanly is one as well', async () => {
    const { pool } = await start((socket: UsedSocket, request) => {
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

  test('error: nothing is sent a third time', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echoRequestLine(socket, request, 0);
      else socket.destroy();
    });
    await sendRequest(pool);
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(3);
  });

  test('error: a new connection that closes is no stale one', async () => {
    const { server, pool } = await start((socket) => void socket.destroy());
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(1);
  });

  test('error: a response that has begun does not count as stalled', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echoRequestLine(socket, request, 0);
      else socket.end('H');
    });
    await sendRequest(pool);
    await expect(sendRequest(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(2);
  });

  test('error: bytes before the request are no response to it', async () => {
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
    await expect(posted).rejects.toThrow('before it was asked');
  });

  test('behavior: the limit holds while it is sent again', async () => {
    const { server, pool } = await start(once, { connections: 1 });
    const asked = Array.from({ length: 20 }, (_, n) => sendRequest(pool, { path: `/${n}` }));
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(bodies).toEqual(bodies.map((_, n) => `GET /${n} HTTP/1.1`));
    expect(server.sockets.size).toBeLessThanOrEqual(2);
  });
});
