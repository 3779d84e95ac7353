import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { configureKeepAlive } from '../http/connections/keep-alive.ts';
import { formatHeaders } from '../http/response/header-list.ts';
import { sendWithPreparedHead } from './prepared-head.ts';

const fields = ['Content-Type', 'text/plain', 'X-Cache', 'HIT', 'ETag', '"tag"'];
const long = 'x'.repeat(300_000);
type Body = string | Buffer | null;
const bodies: Readonly<Record<string, { readonly status: number; readonly body: Body }>> = {
  '/text': { status: 200, body: 'hello' },
  '/bytes-as-text': { status: 200, body: Buffer.from('žluť').toString('latin1') },
  '/bytes': { status: 200, body: Buffer.from('žluť') },
  '/long': { status: 200, body: long },
  '/long-bytes': { status: 200, body: Buffer.from(long) },
  '/empty': { status: 200, body: '' },
  '/not-modified': { status: 304, body: null },
};

type Send = (response: ServerResponse, status: number, body: Body) => void;

const byNode: Send = (response, status, body) => {
  const length = body === null ? [] : ['Content-Length', String(body.length)];
  response.writeHead(status, [...fields, ...length]);
  if (body === null) response.end();
  else response.end(body, 'latin1');
};
const prepared: Send = (response, status, body) => {
  const line = status === 304 ? 'HTTP/1.1 304 Not Modified' : 'HTTP/1.1 200 OK';
  const length = body === null ? [] : ['Content-Length', String(body.length)];
  response.statusCode = status;
  const head = `${line}\r\n${formatHeaders([...fields, ...length])}`;
  if (!sendWithPreparedHead(response, { head, body })) byNode(response, status, body);
};

/** Returns everything that a server sends on one connection, until it closes. */
async function heard(send: Send, requests: string): Promise<string> {
  const server = createServer((request, response) => {
    const { status, body } = bodies[request.url ?? ''] ?? { status: 200, body: 'unknown' };
    // Responses may become ready in another order than their requests arrived.
    const delay = request.headers['x-delay'];
    const answer = () => send(response, status, request.method === 'HEAD' ? null : body);
    if (delay) setTimeout(answer, Number(delay));
    else answer();
  });
  configureKeepAlive(server, new AbortController().signal);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(requests);
  await once(socket, 'close');
  server.close();
  return Buffer.concat(chunks)
    .toString('latin1')
    .replaceAll(/Date: [^\r]+/g, 'Date: now');
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const last = get('/text', 'Connection: close\r\n');

test.each(Object.keys(bodies))('default: %s is the same bytes as from node', async (path) => {
  expect(await heard(prepared, get(path) + last)).toBe(await heard(byNode, get(path) + last));
});

test.each([
  ['HEAD', get('/text').replace('GET', 'HEAD') + last],
  ['a connection that the client closes', get('/long', 'Connection: close\r\n')],
  ['HTTP/1.0', 'GET /text HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 with keep-alive', `GET /text HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${last}`],
  ['a pipeline', get('/text') + get('/not-modified') + get('/long') + get('/bytes') + last],
  ['a pipeline out of order', get('/long', 'X-Delay: 50\r\n') + get('/text') + last],
])('behavior: %s is the same bytes as from node', async (_name, requests) => {
  const seen = await heard(prepared, requests);
  expect(seen).toBe(await heard(byNode, requests));
  expect(seen).toContain('Date: now');
});
