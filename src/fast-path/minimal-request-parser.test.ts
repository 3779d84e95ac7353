import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLastRequestHeadersCache, parseMinimalRequest } from './minimal-request-parser.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const parse = (text: string) => parseMinimalRequest(bytesOf(text));
const host = 'Host: x\r\n';

describe('parseMinimalRequest', () => {
  test('default: a GET with the headers that its response can depend on', () => {
    const text = `GET /api/price?asset=btc HTTP/1.1\r\nhost:x\r\nACCEPT-Encoding: \tgzip, br \r\nX-Request-ID: r-1\r\nCookie: a\r\n\r\n`;
    expect(parse(text)).toEqual({
      method: 'GET',
      url: '/api/price?asset=btc',
      headers: { 'accept-encoding': 'gzip, br', 'x-request-id': 'r-1' },
      lines: 4,
      body: null,
    });
  });

  test('default: a POST with its body', () => {
    const text = `POST /graphql HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}`;
    expect(parse(text)).toEqual({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', 'content-length': '7' },
      lines: 3,
      body: bytesOf('{"a":1}'),
    });
  });

  test.each([
    ['another method', `PUT /a HTTP/1.1\r\n${host}\r\n`],
    ['a whole URL', `GET http://x/a HTTP/1.1\r\n${host}\r\n`],
    ['another version', `GET /a HTTP/1.0\r\n${host}\r\n`],
    ['no host', 'GET /a HTTP/1.1\r\nAccept: x\r\n\r\n'],
    ['two hosts', `GET /a HTTP/1.1\r\n${host}${host}\r\n`],
    ['a head without its end', `GET /a HTTP/1.1\r\n${host}`],
    ['line feeds alone', `GET /a HTTP/1.1\nHost: x\n\n`],
    ['a folded line', `GET /a HTTP/1.1\r\n${host} folded: y\r\n\r\n`],
    ['a blank before the colon', `GET /a HTTP/1.1\r\n${host}Accept : y\r\n\r\n`],
    ['a control character', `GET /a HTTP/1.1\r\n${host}Accept: \x00\r\n\r\n`],
    ['a repeated header', `GET /a HTTP/1.1\r\n${host}Accept: a\r\nAccept: b\r\n\r\n`],
    ['a connection that ends', `GET /a HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
    ['an upgrade', `GET /a HTTP/1.1\r\n${host}Upgrade: websocket\r\n\r\n`],
    ['a GET with a body', `GET /a HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\na`],
    ['a GET with more behind it', `GET /a HTTP/1.1\r\n${host}\r\nGET`],
    ['chunks', `POST /a HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a body that waits', `POST /a HTTP/1.1\r\n${host}Content-Length: 1\r\nExpect: x\r\n\r\na`],
    ['a body without a length', `POST /a HTTP/1.1\r\n${host}\r\n`],
    ['a longer body', `POST /a HTTP/1.1\r\n${host}Content-Length: 1\r\n\r\nab`],
    ['a shorter body', `POST /a HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\na`],
    ['an odd length', `POST /a HTTP/1.1\r\n${host}Content-Length: 01\r\n\r\na`],
    ['a long head', `GET /${'a'.repeat(4096)} HTTP/1.1\r\n${host}\r\n`],
    ['many lines', `GET /a HTTP/1.1\r\n${host}${'A: b\r\n'.repeat(64)}\r\n`],
  ])('args: leaves %s to the parser', (_, text) => {
    expect(parse(text)).toBeNull();
  });

  test('behavior: node’s parser reads every accepted request the same, and no byte more', async () => {
    await using node = await startParser();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyRequest, async (text) => {
        const request = parse(text);
        if (!request) return;
        accepted += 1;
        const { headers, body, ...line } = request;
        const seen = await node.read(bytesOf(text));
        expect(seen).toHaveLength(2);
        expect(seen[0]).toMatchObject(line);
        expect(seen[0]?.body).toEqual(body ?? Buffer.alloc(0));
        for (const name of readNames) expect(seen[0]?.headers[name]).toBe(headers[name]);
        expect(seen[1]?.url).toBe('/end');
      }),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test('behavior: the result does not depend on earlier requests of the connection', () => {
    let again = 0;
    const url = fc.oneof(fc.constantFrom('/', '/a', '/a?b=c'), target);
    const anyConnection = fc.array(fc.tuple(anyRequest, fc.boolean(), url), {
      minLength: 4,
      maxLength: 12,
    });
    fc.assert(
      fc.property(anyConnection, (requests) => {
        const known = createLastRequestHeadersCache();
        let before = '';
        for (const [text, repeats, path] of requests) {
          // The same header lines after another request line.
          const requestInfo = repeats
            ? before.replace(/^(\S+) [^\r]*/, `$1 ${path} HTTP/1.1`)
            : text;
          const lines = known.text;
          const request = parseMinimalRequest(bytesOf(requestInfo), known);
          expect(request).toEqual(parse(requestInfo));
          if (request && repeats && known.text === lines) again += 1;
          before = requestInfo;
        }
      }),
      { numRuns: 2000 },
    );
    expect(again).toBeGreaterThan(100);
  });
});

const readNames = [
  'accept',
  'accept-encoding',
  'apollo-federation-include-trace',
  'content-length',
  'content-type',
  'if-none-match',
  'x-forwarded-for',
  'x-request-id',
] as const;

/** Reads with node's parser what one connection receives, until it closes. */
async function startParser() {
  type Seen = {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly headers: IncomingMessage['headers'];
    readonly lines: number;
    readonly body: Buffer;
  };
  let seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers, rawHeaders } = request;
    const entry = { method, url, headers, lines: rawHeaders.length / 2, body: Buffer.alloc(0) };
    seen.push(entry);
    for await (const chunk of request) entry.body = Buffer.concat([entry.body, chunk]);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    read: async (bytes: Buffer): Promise<readonly Seen[]> => {
      seen = [];
      const socket = connect(port, '127.0.0.1').resume();
      socket.write(bytes);
      socket.write('GET /end HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await once(socket, 'close');
      return seen;
    },
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

const line = fc.tuple(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...readNames, 'Cookie', 'X-A', 'ACCEPT', 'keep-alive'),
    },
    fc.constantFrom('connection', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer'),
    fc.stringMatching(/^[ -~]{1,8}$/),
  ),
  fc.constantFrom(':', ': ', ': ', ': ', ':\t ', ' :'),
  fc.oneof(
    fc.constantFrom('gzip', '"tag"', 'keep-alive', 'close', 'chunked', '*/*', '', ' a , b \t', '0'),
    fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((c) => String.fromCharCode(c)),
      maxLength: 5,
    }),
  ),
  fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r'),
);

const target = fc.oneof(
  fc.constantFrom('/', '/api/price?asset=btc', '/graphql', '*', 'http://x/a', ''),
  fc.stringMatching(/^\/[!-~]{0,12}$/),
  fc
    .string({
      unit: fc.integer({ min: 1, max: 255 }).map((c) => String.fromCharCode(c)),
      maxLength: 6,
    })
    .map((text) => `/${text}`),
);

/** Requests that are valid or slightly malformed. */
const anyRequest = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'get', 'PRI'),
    target,
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.1', '1.1', '1.0', '2.0', '1.11'),
    lines: fc.array(line, { maxLength: 4 }),
    body: fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 20 }),
      fc.constant('\r\n\r\nGET / HTTP/1.1\r\n'),
    ),
    more: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
  })
  .map(({ method, target, version, lines, body, more }) => {
    const length = method === 'POST' ? `Content-Length: ${body.length + more}\r\n` : '';
    const fields = lines.map((parts) => parts.join('')).join('');
    const content = method === 'POST' ? body : '';
    return `${method} ${target} HTTP/${version}\r\nHost: x\r\n${fields}${length}\r\n${content}`;
  });
