import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { collectBody } from './collect-body.ts';

/** Starts a server that echoes bodies and records how each request ended. */
async function startEcho() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    response.once('close', () => seen.push(response.writableFinished ? 'answered' : 'left'));
    collectBody(request, (bytes) => response.end(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

test('default: bodies of any length come whole, on one connection', async () => {
  await using echo = await startEcho();
  for (const length of [1, 0, 100, 70_000, 256 * 1024, 5]) {
    const body = 'é'.repeat(length / 2) + 'x'.repeat(length % 2);
    const response = await fetch(echo.url, { method: 'POST', body });
    expect(await response.text()).toBe(body);
  }
  expect(new Set(echo.seen)).toEqual(new Set(['answered']));
});

test('behavior: a body in pieces, and the next request behind it, are told apart', async () => {
  await using echo = await startEcho();
  const socket = connect(echo.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  const closed = once(socket, 'close');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n';
  for (const piece of [`${head}\r\n`, 'ab', 'cd', `ef${head}Connection: close\r\n\r\nuvwxyz`]) {
    socket.write(piece);
    await pause();
  }
  await closed;
  expect(heard.match(/abcdef|uvwxyz/g)).toEqual(['abcdef', 'uvwxyz']);
});

test('behavior: a client that leaves in between is answered by nobody', async () => {
  await using echo = await startEcho();
  const socket = connect(echo.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc');
  await pause();
  socket.destroy();
  await expect.poll(() => echo.seen).toEqual(['left']);
});

test('behavior: what is sent beyond the announced length is no part of the body', async () => {
  await using echo = await startEcho();
  const socket = connect(echo.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcdef');
  await once(socket, 'close');
  expect(heard).toMatch(/\r\n\r\nabc$/);
});
