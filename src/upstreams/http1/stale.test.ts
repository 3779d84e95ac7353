import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Request } from './index.ts';
import { ask, listen } from './testing/ask.ts';
import type { RawAnswer } from './testing/raw-server.ts';
import { createSetup, echo, type UsedSocket } from './testing/setup.ts';

const { start, close } = createSetup();
afterEach(close);

describe('a connection that had grown stale', () => {
  /** Answers the first request of a connection, and closes at the second without a byte. */
  const once: RawAnswer = (socket: UsedSocket, request) => {
    if (socket.used) socket.resetAndDestroy();
    else echo(socket, request, 0);
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
      await ask(pool, { method });
      const heard = listen(pool, { method });
      expect(await heard.answer).toMatchObject({ status: 204 });
      expect(heard.calls).toEqual(['head', 'end']);
      expect(server.requests).toHaveLength(3);
      expect(server.accepted()).toBe(2);
    },
  );

  test('behavior: a server that ends it cleanly is one as well', async () => {
    const { pool } = await start((socket: UsedSocket, request) => {
      if (socket.used) socket.end();
      else echo(socket, request, 0);
      socket.used = true;
    });
    await ask(pool);
    expect(await ask(pool)).toMatchObject({ status: 200 });
  });

  test('error: POST is never sent twice', async () => {
    const { server, pool } = await start(once);
    await ask(pool);
    const heard = listen(pool, { method: 'POST', body: '{}' });
    await expect(heard.answer).rejects.toThrow();
    expect(heard.calls).toEqual(['error']);
    expect(server.requests).toHaveLength(2);
  });

  test('error: nothing is sent a third time', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echo(socket, request, 0);
      else socket.destroy();
    });
    await ask(pool);
    await expect(ask(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(3);
  });

  test('error: a new connection that closes is no stale one', async () => {
    const { server, pool } = await start((socket) => void socket.destroy());
    await expect(ask(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(1);
  });

  test('error: one that has begun to answer is no stale one', async () => {
    const { server, pool } = await start((socket, request, index) => {
      if (index === 0) echo(socket, request, 0);
      else socket.end('H');
    });
    await ask(pool);
    await expect(ask(pool)).rejects.toThrow('closed');
    expect(server.requests).toHaveLength(2);
  });

  test('error: what was said before the request is no answer to it', async () => {
    const askBehindStray = async (request: Partial<Request>) => {
      const { server, pool } = await start((socket, sent) => echo(socket, sent, 0));
      await ask(pool);
      // What is begun by a timer is written when everything that has come is read.
      await pause(5);
      for (const socket of server.sockets) {
        socket.setNoDelay().write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nstolen');
      }
      return ask(pool, { path: '/mine', ...request });
    };
    expect(await askBehindStray({})).toMatchObject({ body: 'GET /mine HTTP/1.1' });
    const posted = askBehindStray({ method: 'POST', body: '{}' });
    await expect(posted).rejects.toThrow('before it was asked');
  });

  test('behavior: the limit holds while it is sent again', async () => {
    const { server, pool } = await start(once, { connections: 1 });
    const asked = Array.from({ length: 20 }, (_, n) => ask(pool, { path: `/${n}` }));
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(bodies).toEqual(bodies.map((_, n) => `GET /${n} HTTP/1.1`));
    expect(server.sockets.size).toBeLessThanOrEqual(2);
  });
});
