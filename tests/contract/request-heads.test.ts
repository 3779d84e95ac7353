import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  collectReceived,
  sendRaw,
  sendRawAndRead,
  waitUntil,
} from '../../src/http/proxy/testing/proxy.ts';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

let node: FakeUpstream;
let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  node = await startUpstream((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"asset":"BTC","price":1,"timestamp":1,"source":"data-node"}');
  });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
  port = Number(new URL(gateway.url).port);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

const path = '/api/price?asset=BTC';
const closing = 'Connection: close\r\n';

/** Status, header lines and body of the one answer. */
async function ask(bytes: string) {
  const [head = '', body = '', ...more] = (await sendRawAndRead(port, bytes)).split('\r\n\r\n');
  expect(more).toEqual([]);
  return { status: Number(head.split(' ', 2)[1]), head: head.toLowerCase(), body };
}

/** A connection whose hits go past the parser; its client may go on sending when the other side has ended. */
async function openWatched({ allowHalfOpen = false } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => undefined);
  const seen = collectReceived(socket);
  for (let count = 1; count <= 4; count += 1) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await waitUntil(() => (seen.text.match(/"asset"/g) ?? []).length === count);
  }
  return { socket, seen };
}

describe('heads that no route sees', () => {
  test.each([
    ['no Host', `GET ${path} HTTP/1.1\r\n\r\n`, 400, 'Host is required'],
    [
      'two Hosts',
      `GET ${path} HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n`,
      400,
      'Host must be given once',
    ],
    [
      'two Hosts of HTTP/1.0',
      `GET ${path} HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n`,
      400,
      'Host must be given once',
    ],
    [
      'a body in another coding',
      'GET /dn/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n',
      400,
      'Transfer-Encoding must be chunked',
    ],
    ['no Host for the proxy', 'GET /dn/x HTTP/1.1\r\n\r\n', 400, 'Host is required'],
    ['no Host for the graph', 'GET /graphql HTTP/1.1\r\n\r\n', 400, 'Host is required'],
    [
      'a target without authority',
      `GET http://${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
      400,
      'the target has no host',
    ],
    [
      'a target of another scheme',
      'GET ftp://x/healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      'the target is no path',
    ],
    [
      'an expectation',
      `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n`,
      417,
      'Expect may be 100-continue only',
    ],
    ['CONNECT', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'CONNECT is not served'],
  ])('error: %s', async (_name, bytes, status, error) => {
    node.asked.length = 0;
    const response = await ask(bytes);
    expect([response.status, JSON.parse(response.body)]).toEqual([status, { error }]);
    expect(response.head).toContain('content-type: application/json; charset=utf-8');
    expect(response.head).toContain('cache-control: no-store');
    expect(response.head).toContain('connection: close');
    expect(response.head.includes('\r\nallow: ')).toBe(status === 405);
    expect(node.asked).toEqual([]);
  });

  test('default: HTTP/1.0 needs no Host', async () => {
    expect((await ask(`GET ${path} HTTP/1.0\r\n\r\n`)).status).toBe(200);
  });

  test.each([
    ['no Host', '\r\n', 400],
    ['two Hosts', 'Host: x\r\nHost: x\r\n\r\n', 400],
    ['an expectation', 'Host: x\r\nExpect: foo\r\n\r\n', 417],
  ])('error: %s on a connection whose hits go past the parser', async (_name, lines, status) => {
    const { socket, seen } = await openWatched();
    socket.write(`GET ${path} HTTP/1.1\r\n${lines}`);
    await waitUntil(() => seen.isClosed);
    expect(seen.text.slice(seen.text.lastIndexOf('HTTP/1.1'))).toMatch(
      new RegExp(`^HTTP/1.1 ${status} `),
    );
  });

  test('error: CONNECT behind hits ends the connection, and nothing behind it is read', async () => {
    const { socket, seen } = await openWatched();
    socket.write('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitUntil(() => seen.text.includes('CONNECT is not served'));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await waitUntil(() => seen.isClosed);
    expect(seen.text.match(/"asset"/g)).toHaveLength(4);
    expect((await gateway.rest('/price?asset=BTC')).status).toBe(200);
  });

  test('error: what comes behind CONNECT reaches no other connection', async () => {
    // Node gives the parser of a connection that ends to the next that begins.
    const { socket, seen } = await openWatched({ allowHalfOpen: true });
    socket.write('CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitUntil(() => seen.text.includes('CONNECT is not served'));
    const other = sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n`);
    const heard = collectReceived(other);
    await pause(50);
    socket.write('X-A: b\r\n\r\nGET /api/other HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(50);
    other.end(`${closing}\r\n`);
    await waitUntil(() => heard.isClosed);
    expect(heard.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
    expect(heard.text).toContain('Connection: close');
    socket.destroy();
  });
});

describe('a whole URL as target', () => {
  const whole = (target: string, lines = '') =>
    ask(`GET ${target} HTTP/1.1\r\nHost: x\r\n${closing}${lines}\r\n`);

  test.each([
    ['http://127.0.0.1:4101/api/price?asset=BTC', '"asset":"BTC"'],
    ['HTTPS://user@elsewhere/api/price?asset=BTC', '"asset":"BTC"'],
    ['http://x/healthz', 'alive'],
    ['http://x/graphql?query={__typename}', '"__typename":"Query"'],
    ['http://x/dn/price?a=%2F', '"asset":"BTC"'],
  ])('default: %s is its path', async (target, text) => {
    const { status, body } = await whole(target);
    expect([status, body.includes(text)]).toEqual([200, true]);
  });

  test('behavior: the proxy calls its own upstream, byte for byte', async () => {
    node.asked.length = 0;
    await whole('http://169.254.169.254/dn/a//b?x=%2F+%20');
    await whole('http://x/api/dn/http://169.254.169.254/c');
    expect(node.asked).toEqual(['GET /a//b?x=%2F+%20', 'GET /http://169.254.169.254/c']);
    expect((await whole('http://x/dn/../etc')).status).toBe(400);
  });

  test.each(['http://x/none', 'http://x/none?y=/api/price', '*'])(
    'error: %s is an unknown path',
    async (target) => {
      expect(await whole(target)).toMatchObject({ status: 404, body: '{"error":"unknown path"}' });
    },
  );
});
