import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { closeListeningSocket } from './close-listening-socket.ts';

const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

async function listen(host: string) {
  const server = createServer((_request, response) => response.end('answered')).listen(0, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Returns everything that a client receives before its connection closes. */
async function receive(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  return text;
}

describe.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('a server on %s', (host) => {
  test('default: queued connections are served, later ones are refused', async () => {
    const { server, port } = await listen(host);
    const to = host.includes(':') ? '::1' : '127.0.0.1';
    const clients = Array.from({ length: 40 }, () => {
      const socket = connect(port, to);
      socket.write(request);
      return receive(socket);
    });
    const closed = once(server, 'close');
    // Node connects at the end of this tick; the server accepts in a later turn of the event loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await closeListeningSocket(server);
    const texts = await Promise.all(clients);
    expect(texts.filter((text) => text.endsWith('answered'))).toHaveLength(40);
    await closed;
    const late = connect(port, to);
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});

test('behavior: clients that keep connecting delay the close by 5 s at most', async () => {
  const { server, port } = await listen('127.0.0.1');
  let isOver = false;
  const sockets: Socket[] = [];
  const connectAgain = () => {
    if (isOver) return;
    sockets.push(connect(port, '127.0.0.1').on('error', () => undefined));
    setImmediate(connectAgain);
  };
  connectAgain();
  const before = performance.now();
  await closeListeningSocket(server);
  expect(performance.now() - before).toBeLessThan(6000);
  expect(server.listening).toBe(false);
  isOver = true;
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
});
