import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { respondToClientErrors } from './client-error.ts';
import { sendRawAndRead } from './proxy/testing/proxy.ts';

let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer(
    { requestTimeout: 200, connectionsCheckingInterval: 50 },
    async (req, res) => {
      if (req.url === '/slow') await pause(50);
      res.write('begun');
      await pause(50);
      res.end('done');
    },
  );
  respondToClientErrors(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  [
    'two lengths',
    'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
  ],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a head of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`, 431],
  ['half a request', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
])(
  'error: %s gets one JSON response and the connection is closed',
  async (_name, bytes, status) => {
    const [head = '', body = ''] = (await sendRawAndRead(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Connection: close');
    expect(Object.keys(JSON.parse(body))).toEqual(['error']);
  },
);

test('behavior: a response in progress is aborted, no error is inserted into it', async () => {
  const response = await sendRawAndRead(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nnot HTTP\r\n\r\n');
  expect(response.match(/HTTP\/1.1/g) ?? []).toHaveLength(response === '' ? 0 : 1);
  expect(response).not.toContain('error');
});

const slow = 'POST /slow HTTP/1.1\r\nHost: x\r\n';

test('error: malformed bytes after a complete request do not get the response of that request', async () => {
  const bytes = `${slow}Content-Length: 2\r\n\r\nokGET / HTTP/1.1\r\nHost : x\r\n\r\n`;
  expect(await sendRawAndRead(port, bytes)).not.toContain('not valid HTTP');
});

test('error: a request with a malformed body gets an error', async () => {
  const response = await sendRawAndRead(port, `${slow}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
  expect(response).toMatch(/^HTTP\/1.1 400 /);
});
