import { once } from 'node:events';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  formatGetRequest,
  formatPostRequest,
  longBody,
  openAttachedConnection,
  recordReceived,
  startBypassServer,
  stopServer,
} from './testing/bypass-server.ts';

test('default: a cached response bypasses the parser from the third request on', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const socket = await server.connect();
  const heard = recordReceived(socket);
  const requestInfo = [
    formatGetRequest('/kept/1'),
    formatGetRequest('/kept/2'),
    formatGetRequest('/kept/3'),
    formatPostRequest('/kept/4', 'abc'),
    formatGetRequest('/other'),
    formatGetRequest('/kept/6'),
  ];
  for (const [index, request] of requestInfo.entries()) {
    socket.write(request);
    await heard.until(index + 1);
    await turn();
  }
  expect(server.parsed).toEqual(['/kept/1', '/kept/2', '/other']);
  expect(heard.bodies().map((response) => response.split('\r\n\r\n')[1])).toEqual([
    'GET /kept/1 ;',
    'GET /kept/2 ;',
    'GET /kept/3 ;',
    'POST /kept/4 abc;',
    'GET /other ;',
    'GET /kept/6 ;',
  ]);
  socket.destroy();
});

test('behavior: a connection whose responses are not cached is left to node', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const socket = await server.connect();
  const heard = recordReceived(socket);
  for (let index = 0; index < 3; index += 1) {
    socket.write(formatGetRequest('/other'));
    await heard.until(index + 1);
  }
  expect(server.parsed).toHaveLength(3);
  socket.destroy();
});

test('behavior: a request that the parser has begun stays with the parser', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(server);
  // The rest of this body looks like a request with a cached response.
  const inner = formatGetRequest('/kept/stolen');
  socket.write(`POST /kept/3 HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n`);
  await turn();
  await pause(20);
  socket.write(inner);
  await heard.until(3);
  socket.write(formatGetRequest('/kept/4', 'Connection: close\r\n'));
  await heard.untilClosed();
  expect(heard.bodies()[2]).toContain(`POST /kept/3 ${inner};`);
  expect(heard.bodies()).toHaveLength(4);
});

test('behavior: a body that ends like half a request does not lead to a bypass', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(server);
  const half = 'GET /other HTTP/1.1\r\nHost: x\r\nX-A: ';
  // The parser reads this head as the rest of a body; read alone, it is a complete request.
  const whole = formatPostRequest('/twice', formatPostRequest('/twice', 'hello') + half);
  const headLength = whole.indexOf('\r\n\r\n') + 4;
  socket.write(`POST /4 HTTP/1.1\r\nHost: x\r\nContent-Length: ${headLength}\r\n\r\n`);
  await pause(20);
  socket.write(whole);
  await heard.until(4);
  socket.write(formatGetRequest('/kept/stolen'));
  await heard.until(5);
  expect(heard.bodies()[3]).toContain('POST /twice hello;');
  expect(heard.bodies()[4]).toContain('GET /other ;');
  socket.destroy();
});

test('behavior: a client that half-closes after a request gets its response', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(server);
  socket.end(formatGetRequest('/kept/3'));
  expect(await heard.untilClosed()).toContain('GET /kept/3 ;');
  expect(server.parsed).toEqual(['/kept/1', '/kept/2']);
});

test('behavior: a long response that is read slowly is complete, also when the server is closed', async () => {
  await using running = await startBypassServer({ fastPathEnabled: true });
  const { server, parserBypass } = running;
  const { socket, heard } = await openAttachedConnection(running);
  socket.pause();
  socket.write(formatGetRequest('/kept/long'));
  await pause(50);
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  parserBypass.close();
  socket.resume();
  await heard.until(3);
  expect(running.parsed).toEqual(['/kept/1', '/kept/2']);
  const isWhole = () => heard.bodies()[2]?.endsWith(`\r\n\r\n${longBody.toString('latin1')}`);
  await expect.poll(isWhole, { timeout: 10_000, interval: 100 }).toBe(true);
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  await closed;
  clearInterval(idle);
  await heard.untilClosed();
});

test('behavior: a disconnect in the middle of a response leaves no state', async () => {
  await using running = await startBypassServer({ fastPathEnabled: true });
  const { server } = running;
  const { socket } = await openAttachedConnection(running);
  const other = await running.connect();
  other.write(formatGetRequest('/other'));
  socket.pause();
  socket.write(formatGetRequest('/kept/long'));
  await pause(50);
  socket.destroy();
  await pause(50);
  const closed = once(server, 'close');
  server.close();
  await closed;
});

test('behavior: once it is closed everything goes through the parser', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const socket = await server.connect();
  const heard = recordReceived(socket);
  for (const [index, url] of ['/kept/1', '/kept/2', '/kept/3', '/kept/4'].entries()) {
    if (index === 3) server.parserBypass.close();
    socket.write(formatGetRequest(url));
    await heard.until(index + 1);
    await turn();
  }
  expect(server.parsed).toEqual(['/kept/1', '/kept/2', '/kept/4']);
  socket.destroy();
});

test('default: uncached responses bypass the parser, in the order of the requests', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(server);
  socket.write(formatGetRequest('/late'));
  await turn();
  socket.write(formatGetRequest('/kept/4'));
  await heard.until(4);
  socket.write(formatGetRequest('/other') + formatGetRequest('/kept/6'));
  await heard.until(6);
  expect(server.parsed).toEqual(['/kept/1', '/kept/2', '/other', '/kept/6']);
  expect(heard.bodies().map((response) => response.split('\r\n\r\n')[1])).toEqual([
    'GET /kept/1 ;',
    'GET /kept/2 ;',
    'GET /late ;',
    'GET /kept/4 ;',
    'GET /other ;',
    'GET /kept/6 ;',
  ]);
  expect(server.remaining).toEqual([]);
  socket.destroy();
});

test('behavior: a handler is notified when the client disconnects', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  for (const leave of ['destroy', 'end'] as const) {
    const { socket } = await openAttachedConnection(server);
    socket.write(formatGetRequest('/never'));
    await pause(20);
    socket.write(formatGetRequest('/kept/4'));
    await pause(20);
    socket[leave]();
    await expect.poll(() => server.remaining.length).toBe(leave === 'destroy' ? 1 : 2);
  }
  expect(server.remaining).toEqual(['/never', '/never']);
});

test('behavior: a connection is busy until its response is sent, then idle', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true, keepAliveTimeout: 100 });
  const { socket, heard } = await openAttachedConnection(server);
  socket.write(formatGetRequest('/later'));
  await heard.until(3);
  expect(heard.bodies()[2]).toContain('GET /later ;');
  const since = performance.now();
  await heard.untilClosed();
  expect(performance.now() - since).toBeGreaterThan(50);
  expect(server.parsed).toHaveLength(2);
});

test('behavior: a connection is busy until its response is read, however slowly, then idle', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true, keepAliveTimeout: 100 });
  const { socket, heard } = await openAttachedConnection(server);
  socket.pause();
  socket.write(formatGetRequest('/kept/long'));
  await pause(500);
  socket.resume();
  expect((await heard.untilClosed()).endsWith(`\r\n\r\n${longBody.toString('latin1')}`)).toBe(true);
  expect(server.parsed).toHaveLength(2);
});

test('behavior: closing the server waits for a response in progress', async () => {
  await using running = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(running);
  socket.write(formatGetRequest('/later'));
  await pause(20);
  await stopServer(running);
  expect(await heard.untilClosed()).toContain('GET /later ;');
  expect(running.parsed).toHaveLength(2);
});

test('behavior: bytes after a request in progress are held up to a limit', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true });
  const { socket, heard } = await openAttachedConnection(server);
  socket.write(formatGetRequest('/held'));
  await turn();
  // Few enough that the connection does not end before the last one.
  const many = 900;
  socket.write(formatGetRequest('/other', `X-Much: ${'x'.repeat(15_000)}\r\n`).repeat(many));
  let written = 0;
  do {
    written = socket.bytesWritten - socket.writableLength;
    await pause(200);
  } while (socket.bytesWritten - socket.writableLength > written);
  // Much more was written than the socket buffers and the bypass accept.
  expect(socket.writableLength).toBeGreaterThan(2_000_000);
  server.releaseHeld();
  await heard.until(3 + many);
  expect(heard.bodies()).toHaveLength(3 + many);
  socket.destroy();
});

test('behavior: after the maximum of bypassed requests node’s parser gets and counts them', async () => {
  await using server = await startBypassServer({ fastPathEnabled: true, mostAnswered: 2 });
  const { socket, heard } = await openAttachedConnection(server);
  for (const count of [3, 4, 5]) {
    socket.write(formatGetRequest(`/kept/${count}`));
    await heard.until(count);
  }
  expect(server.parsed).toEqual(['/kept/1', '/kept/2', '/kept/5']);
});
