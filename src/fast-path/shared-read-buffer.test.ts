import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readThroughSharedBuffer } from './shared-read-buffer.ts';

/** Opens a connection and records what the server's end reads. */
async function openConnection() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', noDelay: true });
  const [socket] = (await once(server, 'connection')) as [Socket];
  const heard: Buffer[] = [];
  readThroughSharedBuffer(socket, (bytes) => void heard.push(bytes));
  const length = () => heard.reduce((sum, bytes) => sum + bytes.length, 0);
  return {
    client,
    socket,
    heard,
    until: (bytes: number) => expect.poll(length, { interval: 1, timeout: 10_000 }).toBe(bytes),
    length,
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      socket.destroy();
      server.close();
    },
  };
}

test('default: received bytes stay unchanged when more bytes arrive', async () => {
  await using connection = await openConnection();
  const { client, heard, until } = connection;
  for (const [index, text] of ['first', 'again', 'third'].entries()) {
    client.write(text);
    await until((index + 1) * text.length);
  }
  expect(heard.map(String)).toEqual(['first', 'again', 'third']);
});

test('behavior: a read allocates no buffer of its own', async () => {
  await using connection = await openConnection();
  connection.client.write('short');
  await connection.until(5);
  // A buffer that node allocates for a read is as long as the data.
  expect(connection.heard[0]?.buffer.byteLength).toBeGreaterThan(1000);
});

test('behavior: a paused connection reads nothing and loses nothing', async () => {
  await using connection = await openConnection();
  const { client, socket, heard, until, length } = connection;
  client.write('before');
  await until(6);
  socket.pause();
  await turn();
  const long = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  client.write(long);
  await pause(50);
  expect(length()).toBe(6);
  socket.resume();
  await until(6 + long.length);
  expect(Buffer.concat(heard).subarray(6).equals(long)).toBe(true);
});

test('behavior: nothing is delivered once the connection has no listener', async () => {
  await using connection = await openConnection();
  const { client, socket, until, length } = connection;
  client.write('before');
  await until(6);
  socket.removeAllListeners('data');
  client.write('behind');
  await expect.poll(() => socket.bytesRead, { interval: 1 }).toBe(12);
  expect(length()).toBe(6);
});

test('behavior: the end of the connection is reported after its last bytes', async () => {
  await using connection = await openConnection();
  const ended = once(connection.socket, 'end');
  connection.client.end('last');
  await ended;
  expect(String(connection.heard)).toBe('last');
});

test('behavior: a connection that is not a socket of node is read too', async () => {
  const [near, far] = duplexPair();
  const heard: string[] = [];
  readThroughSharedBuffer(near as unknown as Socket, (bytes) => void heard.push(String(bytes)));
  far.write('text');
  await expect.poll(() => heard).toEqual(['text']);
});
