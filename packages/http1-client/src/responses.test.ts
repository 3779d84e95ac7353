import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { chunkedHeaderLine } from './testing/raw-server.ts';
import { sendAndRecord, sendRequest } from './testing/send-request.ts';
import { createTestServers, echoRequestLine, waitForCondition } from './testing/test-servers.ts';

const { start, close } = createTestServers();
afterEach(close);

describe('responses over a socket', () => {
  test('behavior: a response that arrives byte by byte', async () => {
    const bytes = `HTTP/1.1 200 OK\r\nA: b\r\n${chunkedHeaderLine}\r\n5\r\nhello\r\n3;x=y\r\n, a\r\n0\r\nT: u\r\n\r\n`;
    const { pool } = await start(async (socket) => {
      for (const byte of bytes) {
        socket.write(byte);
        await new Promise(setImmediate);
      }
    });
    expect(await sendRequest(pool)).toMatchObject({
      headers: ['A', 'b', 'Transfer-Encoding', 'chunked'],
      body: 'hello, a',
    });
  });

  test.each<readonly [string, string]>([
    ['before the head', ''],
    ['in the head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['in a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\npart'],
    ['in a chunk', `HTTP/1.1 200 OK\r\n${chunkedHeaderLine}\r\n5\r\nab`],
    ['between chunks', `HTTP/1.1 200 OK\r\n${chunkedHeaderLine}\r\n2\r\nab\r\n`],
    ['in the trailers', `HTTP/1.1 200 OK\r\n${chunkedHeaderLine}\r\n0\r\nA: b\r\n`],
  ])('error: a server that closes %s causes one error', async (_name, bytes) => {
    const { server, pool } = await start((socket) => socket.end(bytes));
    const heard = sendAndRecord(pool);
    await expect(heard.response).rejects.toThrow('closed');
    await waitForCondition(() => server.sockets.size === 0);
    expect(heard.calls.filter((call) => call === 'end' || call === 'error')).toEqual(['error']);
  });

  test('behavior: a body without a length ends with the connection; a reset is an error', async () => {
    const head = 'HTTP/1.1 200 OK\r\n\r\n';
    const { pool } = await start((socket, _request, index) => {
      if (index === 0) {
        socket.end(`${head}whole`);
      } else {
        socket.write(`${head}part`);
        setTimeout(() => socket.resetAndDestroy(), 30);
      }
    });
    expect(await sendRequest(pool)).toMatchObject({ body: 'whole' });
    await expect(sendRequest(pool)).rejects.toThrow('ECONNRESET');
  });

  test('error: an invalid response is rejected and its connection closed', async () => {
    const { server, pool } = await start((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nA : b\r\n\r\n'),
    );
    await expect(sendRequest(pool)).rejects.toMatchObject({ name: 'MalformedHttpResponseError' });
    await waitForCondition(() => server.sockets.size === 0);
  });

  test('error: a handler that throws ends its own request only', async () => {
    const { server, pool } = await start(echoRequestLine);
    const { promise, resolve } = Promise.withResolvers<Error>();
    pool.send(
      { method: 'GET', path: '/', headers: [] },
      {
        onHead: () => {
          throw new RangeError('of the handler');
        },
        onData: () => undefined,
        onEnd: () => undefined,
        onError: resolve,
      },
    );
    expect(await promise).toBeInstanceOf(RangeError);
    await waitForCondition(() => server.sockets.size === 0);
    expect(await sendRequest(pool)).toMatchObject({ status: 200 });
  });
});

describe('backpressure', () => {
  const size = 50 * 1024 * 1024;
  /** Writes 50 MB as fast as the client reads. Returns a function that counts the bytes taken. */
  function pour(socket: Socket): () => number {
    const piece = Buffer.alloc(65_536, 'x');
    let written = 0;
    const more = (): void => {
      while (written < size) {
        written += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on('drain', more);
    more();
    return () => written - socket.writableLength;
  }

  test('behavior: a paused request stops the server, and the whole body arrives after resume', async () => {
    let taken = (): number => 0;
    const { pool } = await start((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      taken = pour(socket);
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let received = 0;
    let isPaused = false;
    let whilePaused = 0;
    const exchange = pool.send(
      { method: 'GET', path: '/', headers: [] },
      {
        onHead: () => undefined,
        onData: (chunk) => {
          received += chunk.length;
          if (isPaused) whilePaused += chunk.length;
          if (received > 1_000_000 && !isPaused) {
            isPaused = true;
            exchange.pause();
          }
        },
        onEnd: resolve,
        onError: reject,
      },
    );
    await waitForCondition(() => isPaused);
    await pause(200);
    expect(whilePaused).toBe(0);
    // The kernel's socket buffers hold a few megabytes more than the client has read.
    expect(taken()).toBeLessThan(20e6);
    exchange.resume();
    await promise;
    expect(received).toBe(size);
  });

  test('behavior: a connection paused at the end of a response serves the next request', async () => {
    const { server, pool } = await start(echoRequestLine);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const exchange = pool.send(
      { method: 'GET', path: '/', headers: [] },
      {
        onHead: () => exchange.pause(),
        onData: () => undefined,
        onEnd: resolve,
        onError: reject,
      },
    );
    await promise;
    expect(await sendRequest(pool)).toMatchObject({ status: 200 });
    expect(server.accepted()).toBe(1);
  });
});
