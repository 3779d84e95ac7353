import { gzipSync } from 'node:zlib';
import {
  type Fault,
  type FaultExchange,
  sendSuccess,
  upstreamErrorText,
} from '../faulty-upstream.ts';

type Play = Fault['respond'];

/** An answer with this status and body. */
const response =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Play =>
  ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

/** The good answer with another body. */
const rewritten =
  (change: (body: string) => string | Buffer, headers: Record<string, string> = {}): Play =>
  ({ response, good }) => {
    response.writeHead(200, { 'content-type': good.type ?? 'application/json', ...headers });
    response.end(change(good.body));
  };

/** Bytes on the socket in the place of an answer. */
const bytes =
  (text: (exchange: FaultExchange) => string): Play =>
  (exchange) => {
    const { socket } = exchange.request;
    socket.end(text(exchange));
  };

const headed = (headers: string) =>
  bytes(
    ({ good }) => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}${good.body}`,
  );

const firstObject = (members: string) => (body: string) => body.replace('{', `{${members},`);
const firstNumber = (spelling: string) => (body: string) =>
  body.replace(/:\s*-?\d[\d.eE+-]*(?=[,}\]])/, `:${spelling}`);
const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
const stack = `Error: ${upstreamErrorText}\n    at Ledger.read (/srv/data-node/ledger.ts:42:7)`;

/** Sends spaces, which JSON allows, until the other side has had enough. */
const endless: Play = ({ response }) => {
  const chunk = Buffer.alloc(1 << 18, 32);
  let left = 400;
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && left > 0) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
};

/** Half of the body and then nothing, not even an end. */
const truncated =
  (headers: Record<string, string>): Play =>
  ({ response, good }) => {
    response.writeHead(200, { 'content-type': good.type ?? 'application/json', ...headers });
    const half = good.body.slice(0, Math.floor(good.body.length / 2));
    response.write(half, () => response.socket?.destroy());
  };

const broken = (name: string, play: Play, headless = false): Fault => ({
  name,
  kind: 'broken',
  headless,
  respond: play,
});
const nonsense = (name: string, play: Play): Fault => ({
  name,
  kind: 'broken',
  nonsense: true,
  respond: play,
});
const either = (name: string, play: Play): Fault => ({ name, kind: 'either', respond: play });
const harmless = (name: string, play: Play): Fault => ({ name, kind: 'harmless', respond: play });

/** Every way of misbehaving that ends at once (threats.md 6). */
export const immediateFaults: readonly Fault[] = [
  broken('a reset', ({ request }) => request.socket.resetAndDestroy(), true),
  broken('a connection closed without an answer', ({ request }) => request.socket.end(), true),
  broken('a body that stops half way', truncated({ 'content-length': '1000000' })),
  broken('chunks that stop half way', truncated({})),
  broken(
    'HTML',
    response(200, `<html>${upstreamErrorText}</html>`, { 'content-type': 'text/html' }),
  ),
  broken(
    'garbage for JSON',
    rewritten((body) => `${body.slice(0, -1)} ${upstreamErrorText}`),
  ),
  broken(
    'JSON twice',
    rewritten((body) => body.replace(/^(data: )?/, '$1{} ')),
  ),
  nonsense('an empty body', response(200, '')),
  nonsense('no content', ({ response }) => response.writeHead(204).end()),
  nonsense('null', response(200, 'null')),
  nonsense('a number for everything', response(200, '42')),
  nonsense('a text for everything', response(200, JSON.stringify(upstreamErrorText))),
  { ...broken('a 500', response(500, JSON.stringify({ error: upstreamErrorText }))), status: 500 },
  {
    ...broken('a 500 with a stack', response(500, stack, { 'content-type': 'text/plain' })),
    status: 500,
  },
  broken('a 503 of a balancer', response(503, `<h1>${upstreamErrorText}</h1>`)),
  broken('a 401', response(401, JSON.stringify({ error: upstreamErrorText }))),
  broken('a 429 in HTML', response(429, `<h1>${upstreamErrorText}</h1>`)),
  broken('a redirect', ({ response }) => {
    response.writeHead(302, { location: '/followed' }).end(upstreamErrorText);
  }),
  broken(
    'a switch of protocols',
    bytes(() => 'HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    true,
  ),
  broken(
    'status 999',
    bytes(({ good }) => `HTTP/1.1 999 Odd\r\n\r\n${good.body}`),
  ),
  broken(
    'another protocol',
    bytes(() => `SSH-2.0-${upstreamErrorText}\r\n\r\n`),
    true,
  ),
  broken(
    'HTTP/0.9',
    bytes(({ good }) => good.body),
    true,
  ),
  broken('a bad chunk', headed('Transfer-Encoding: chunked\r\n\r\nZZ\r\n')),
  broken('a head of 128 kB', headed(`X-Big: ${'x'.repeat(131_072)}\r\n\r\n`), true),
  broken(
    'a gzip bomb',
    response(200, gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' }),
  ),
  broken(
    'UTF-8 that is none',
    rewritten((body) => {
      const bad = Buffer.from(body);
      const quote = bad.indexOf(0x22);
      bad[Math.max(quote, 0) + 1] = 0xff;
      return bad;
    }),
  ),
  nonsense('100,000 levels', response(200, deep('[', ']'))),
  broken('a body without end', endless),
  either('NaN', rewritten(firstNumber('NaN'))),
  either('a number of 400 digits', rewritten(firstNumber('9'.repeat(400)))),
  either('1e309', rewritten(firstNumber('1e309'))),
  either('100,000 levels in an unknown key', rewritten(firstObject(`"extra":${deep('[', ']')}`))),
  either(
    '20,000 levels of objects in an unknown key',
    rewritten(firstObject(`"extra":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)),
  ),
  either(
    'prototype keys',
    rewritten(
      firstObject('"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}'),
    ),
  ),
  either('two different lengths', headed('Content-Length: 5\r\nContent-Length: 7\r\n\r\n')),
  either('a length and chunks', headed('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n')),
  either(
    'lines without carriage return',
    bytes(({ good }) => `HTTP/1.1 200 OK\nContent-Type: application/json\n\n${good.body}`),
  ),
  either('3,000 headers', (exchange) => {
    for (let index = 0; index < 3000; index += 1) exchange.response.setHeader(`x${index}`, 'y');
    sendSuccess(exchange);
  }),
  harmless(
    'a byte order mark',
    rewritten((body) => `\uFEFF${body}`),
  ),
  harmless('duplicate keys', (exchange) => {
    const key = /"[^"]+"(?=\s*:)/.exec(exchange.good.body)?.[0] ?? '"key"';
    rewritten(firstObject(`${key}:"${upstreamErrorText}"`))(exchange);
  }),
  harmless('hints before the answer', (exchange) => {
    exchange.response.writeEarlyHints({ link: '</followed>; rel=preload' });
    sendSuccess(exchange);
  }),
  harmless('cookies and a name', (exchange) => {
    exchange.response.setHeader('set-cookie', `id=${upstreamErrorText}`);
    exchange.response.setHeader('server', upstreamErrorText);
    sendSuccess(exchange);
  }),
  harmless('latency', (exchange) => void setTimeout(() => sendSuccess(exchange), 30)),
  {
    name: 'a 429 that says why',
    kind: 'refused',
    respond: response(429, JSON.stringify({ error: 'slow down' }), { 'retry-after': '7' }),
  },
];

/** Ways of misbehaving that last until a deadline. */
export const hangingFaults: readonly Fault[] = [
  broken('silence', () => undefined),
  broken('a body a byte at a time', ({ response, good }) => {
    response.writeHead(200, { 'content-type': good.type ?? 'application/json' });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(good.body[sent] ?? ' ');
      sent = Math.min(sent + 1, good.body.length - 1);
    }, 200);
    response.once('close', () => clearInterval(timer));
  }),
];
