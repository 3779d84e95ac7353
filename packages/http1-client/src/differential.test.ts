import fc from 'fast-check';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp1Pool } from './pool.ts';
import { type RawServer, startRawServer } from './testing/raw-server.ts';
import { type ReceivedResponse, sendRequest } from './testing/send-request.ts';

/** The pieces of a response. The server writes them one by one and then closes the connection. */
type Script = readonly string[];

let server: RawServer;
const scripts = new Map<string, Script>();

beforeAll(async () => {
  server = await startRawServer(async (socket, request) => {
    for (const piece of scripts.get(request.split(' ')[1] ?? '') ?? []) {
      socket.write(piece, 'latin1');
      await new Promise(setImmediate);
    }
    socket.end();
  });
});
afterAll(() => server.close());

/** The parsed response; null if it was rejected. */
type Outcome = Omit<ReceivedResponse, 'reason'> | null;

async function readByOurs(path: string): Promise<Outcome> {
  const pool = createHttp1Pool({
    origin: server.origin,
    connectTimeout: 2000,
    keepAliveTimeout: 1000,
    maxHeadBytes: 16_384,
  });
  const outcome = await sendRequest(pool, { path }).then(
    ({ status, headers, body }) => ({ status, headers, body }),
    () => null,
  );
  pool.close();
  return outcome;
}

async function readByUndici(path: string): Promise<Outcome> {
  const client = new Client(server.origin);
  const outcome = await new Promise<Outcome>((resolve) => {
    let status = 0;
    let headers: string[] = [];
    const chunks: Buffer[] = [];
    client.dispatch(
      { method: 'GET', path },
      {
        onRequestStart: () => undefined,
        onResponseStart: ({ rawHeaders }, code) => {
          status = code;
          const lines = Array.isArray(rawHeaders) ? rawHeaders : [];
          headers = lines.map((one) => Buffer.from(one).toString('latin1').trim());
        },
        onResponseData: (_controller, chunk) => chunks.push(chunk),
        onResponseEnd: () =>
          resolve({ status, headers, body: Buffer.concat(chunks).toString('latin1') }),
        onResponseError: () => resolve(null),
      },
    );
  });
  await client.destroy();
  return outcome;
}

async function read(script: Script): Promise<{ ours: Outcome; undici: Outcome }> {
  const path = `/${scripts.size}`;
  scripts.set(path, script);
  const [ours, undici] = await Promise.all([readByOurs(path), readByUndici(path)]);
  return { ours, undici };
}

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const plainLine = fc.oneof(
  oneOf('A: b', 'a:b', 'X-Y:  c \t', 'Empty:', 'Date: now', 'Vary: A, B', 'X: a:b', 'L: \u00e9'),
  oneOf('Connection: keep-alive', 'Connection: close', 'Keep-Alive: timeout=5', 'ETag: "x"'),
);
const text = fc.string({
  unit: fc.constantFrom(...'ab \r\n0;\u00ff'),
  minLength: 1,
  maxLength: 40,
});
const extension = oneOf('', ';a', ';a=b', ';a=b;c', ';a="b; c"', ';a="\\"";d=e');
const chunkedBody = fc
  .tuple(fc.array(fc.tuple(text, extension), { maxLength: 4 }), oneOf('', 'T: u\r\n'))
  .map(
    ([chunks, trailer]) =>
      `${chunks.map(([data, more]) => `${data.length.toString(16)}${more}\r\n${data}\r\n`).join('')}0\r\n${trailer}\r\n`,
  );
const framed = fc.oneof(
  text.map((body) => [`Content-Length: ${body.length}`, body] as const),
  chunkedBody.map((body) => ['Transfer-Encoding: chunked', body] as const),
  text.map((body) => ['X-Until: close', body] as const),
);
const firstLine = oneOf('HTTP/1.1 200 OK', 'HTTP/1.1 404 ', 'HTTP/1.1 599 Odd', 'HTTP/1.1 301');
const hints = oneOf('', '', '', 'HTTP/1.1 103 Early\r\nLink: x\r\n\r\n');

/** Valid responses as servers send them. */
const sound = fc
  .tuple(hints, firstLine, fc.array(plainLine, { maxLength: 4 }), framed, fc.nat(4))
  .map(([before, first, lines, [measure, body], place]) => {
    const all = lines.toSpliced(place, 0, measure);
    return `${before}${[first, ...all].join('\r\n')}\r\n\r\n${body}`;
  });

const oddFirst = oneOf(
  ...['HTTP/1.0 200 OK', 'HTTP/2.0 200 OK', 'HTTP/1.1 099 Low', 'HTTP/1.1 100 Go', 'HTTP/1.1 1 x'],
  ...['HTTP/1.1 101 Up', 'HTTP/1.1 204 No', 'HTTP/1.1 304 No', 'http/1.1 200 OK', 'ICY 200 OK', ''],
);
const oddLine = oneOf(
  ...['Content-Length: 1', 'Content-Length: 2, 2', 'Content-Length: +3', 'Content-Length:'],
  ...['Content-Length : 1', 'content-length: 0', 'Content-Length: 0x1', 'Content-Length: 1 1'],
  ...['Transfer-Encoding: gzip', 'Transfer-Encoding: gzip, chunked', 'transfer-encoding: Chunked'],
  ...[
    'Transfer-Encoding: chunked, x',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: identity',
  ],
  ...[' folded', '\tfolded', 'no colon', ': none', 'A b: c', 'A: \u0001', 'A: b\rc', 'A: b\nC: d'],
  ...['Upgrade: x', 'Connection: upgrade', 'A\0: b', 'A: \u007f', '\u00e9: a', '"a": b'],
);
const oddBody = oneOf(
  ...[
    '',
    '0\r\n\r\n',
    '1\r\na\r\n0\r\n\r\n',
    '1\na\n0\n\n',
    '+1\r\na\r\n0\r\n\r\n',
    '1 \r\na\r\n0\r\n\r\n',
  ],
  ...[
    '0x1\r\na\r\n0\r\n\r\n',
    '1\r\nab\r\n0\r\n\r\n',
    '1; a\r\na\r\n0\r\n\r\n',
    '0\r\nA b\r\n\r\n',
  ],
  ...[
    '1;a="b"\r\na\r\n0\r\n\r\n',
    '0\r\nContent-Length: 1\r\n\r\n',
    '0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  ],
  ...[
    'ffffffffffffffffff\r\na',
    '0\r\n',
    '1\r\na',
    '1\r\na\r\n0\r\n\r\nmore',
    '\r\n1\r\na\r\n0\r\n\r\n',
  ],
);

/** Responses with unusual or invalid parts. */
const odd = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: firstLine }, { weight: 1, arbitrary: oddFirst }),
    fc.array(fc.oneof({ weight: 2, arbitrary: plainLine }, { weight: 1, arbitrary: oddLine }), {
      maxLength: 4,
    }),
    fc.oneof(
      framed,
      fc.tuple(oneOf('Transfer-Encoding: chunked', 'Content-Length: 3', 'X: y'), oddBody),
    ),
  )
  .map(
    ([first, lines, [measure, body]]) =>
      `${[first, measure, ...lines].join('\r\n')}\r\n\r\n${body}`,
  );

/** Valid responses with one byte changed, removed or inserted. */
const damaged = fc
  .tuple(sound, fc.nat(), fc.constantFrom(...'\r\n\0\t :;,a0-\u007f\u00ff', ''), fc.nat(1))
  .map(([bytes, at, byte, removed]) => {
    const place = at % bytes.length;
    return bytes.slice(0, place) + byte + bytes.slice(place + removed);
  });

const inPieces = (bytes: fc.Arbitrary<string>): fc.Arbitrary<Script> =>
  fc.tuple(bytes, fc.array(fc.nat(), { maxLength: 5 })).map(([whole, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)), whole.length];
    places.sort((a, b) => a - b);
    return places.slice(1).map((end, index) => whole.slice(places[index], end));
  });

test('default: valid responses are read as undici reads them', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(inPieces(sound), async (script) => {
      const { ours, undici } = await read(script);
      expect(ours).not.toBeNull();
      expect(ours).toEqual(undici);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['unusual', odd],
  ['damaged', damaged],
] as const)(
  'behavior: %s responses are read as undici reads them, or rejected',
  { timeout: 60_000 },
  async (_name, bytes) => {
    let readAlike = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(inPieces(bytes), async (script) => {
        const { ours, undici } = await read(script);
        if (ours === null) {
          refused += 1;
          return;
        }
        expect(ours).toEqual(undici);
        readAlike += 1;
      }),
      { numRuns: 700 },
    );
    expect(Math.min(readAlike, refused)).toBeGreaterThan(70);
  },
);
