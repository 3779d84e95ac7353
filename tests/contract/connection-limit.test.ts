import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';

/** What a new connection hears to a request for `/healthz`; empty when it is hung up on. */
async function hear(url: string): Promise<{ readonly socket: Socket; readonly text: string }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [text = ''] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return { socket, text: typeof text === 'string' ? text : '' };
}

test('error: a connection beyond the limit is closed, one that ends makes room', async () => {
  await using gateway = await startGateway({ CONNECTION_LIMIT: '2' });
  const [one, two] = [await hear(gateway.url), await hear(gateway.url)];
  expect([one.text, two.text]).toEqual(Array(2).fill(expect.stringContaining('200 OK')));
  expect((await hear(gateway.url)).text).toBe('');
  one.socket.destroy();
  const after = async () => {
    const { socket, text } = await hear(gateway.url);
    socket.destroy();
    return text;
  };
  await expect.poll(after).toContain('200 OK');
  two.socket.destroy();
});

test('behavior: a connection ends, as it was told, after a thousand requests', async () => {
  await using gateway = await startGateway();
  const { socket, text } = await hear(gateway.url);
  expect(text).toContain('Keep-Alive: timeout=5, max=1000');
  const ask = async () => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    return String(await once(socket, 'data'));
  };
  let asked = 1;
  for (let answer = text; !answer.includes('Connection: close'); asked += 1) answer = await ask();
  await once(socket, 'close');
  expect(asked).toBe(1000);
});
