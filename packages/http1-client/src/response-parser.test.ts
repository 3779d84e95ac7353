import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCachedHeadParser, type parseResponseHead } from './response-head.ts';
import { createResponseParser } from './response-parser.ts';
import type { Http1Request } from './types.ts';

type Read = {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly body: string;
  /** `open`: more bytes are needed. */
  readonly state: 'complete' | 'more behind' | 'until close' | 'open';
  readonly persists: boolean;
};

const maxHeadBytes = 1000;

const buffer = Buffer.alloc(1 << 17);
const parseCached = createCachedHeadParser();

/** Parses the pieces three times, with and without the head cache, and expects equal results. */
function read(pieces: readonly string[], method: Http1Request['method'] = 'GET'): Read {
  const outcomes = [parseCached, parseCached, undefined].map((parse) => {
    try {
      return { seen: readOnce(pieces, method, parse) };
    } catch (error) {
      return { error };
    }
  });
  const [first] = outcomes;
  for (const other of outcomes) expect(other).toEqual(first);
  if (first?.seen === undefined) throw first?.error;
  return first.seen;
}

/** Parses the pieces once. Every piece is written to the same buffer, as a socket does. */
function readOnce(
  pieces: readonly string[],
  method: Http1Request['method'],
  parse?: typeof parseResponseHead,
): Read {
  const parser = createResponseParser(maxHeadBytes, parse);
  buffer.fill('HTTP/1.1 200 stale\r\n\r\n');
  const seen = { status: 0, reason: '', headers: [] as readonly string[], body: '' };
  parser.expect(method, {
    onHead: ({ status, reason, headers }) => Object.assign(seen, { status, reason, headers }),
    onData: (chunk) => {
      seen.body += chunk.toString('latin1');
    },
    onEnd: () => expect.unreachable(),
    onError: () => expect.unreachable(),
  });
  for (const [index, piece] of pieces.entries()) {
    const ended = parser.push(buffer, buffer.write(piece, 'latin1'));
    if (ended === undefined) continue;
    const state = ended.hasMore || index < pieces.length - 1 ? 'more behind' : 'complete';
    return { ...seen, state, persists: ended.head.persists };
  }
  return { ...seen, state: parser.isCompleteOnClose() ? 'until close' : 'open', persists: false };
}

const response = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const ok = (...lines: readonly string[]): string => response('HTTP/1.1 200 OK', ...lines);
const chunked = ok('Transfer-Encoding: chunked');

describe('valid responses', () => {
  test.each<readonly [string, string, Partial<Read>]>([
    ['a body with a length', `${ok('Content-Length: 2')}ok`, { body: 'ok', persists: true }],
    ['an empty body', ok('Content-Length: 0'), { body: '', persists: true }],
    ['no reason', response('HTTP/1.1 200', 'Content-Length: 0'), { reason: '' }],
    ['an empty reason', response('HTTP/1.1 200 ', 'Content-Length: 0'), { reason: '' }],
    ['a reason of bytes', response('HTTP/1.1 200 \u00e9t\u00e9', 'Content-Length: 0'), {}],
    ['status 999', response('HTTP/1.1 999 Odd', 'Content-Length: 0'), { status: 999 }],
    ['chunks', `${chunked}2\r\nok\r\nA\r\n0123456789\r\n0\r\n\r\n`, { body: 'ok0123456789' }],
    ['no chunk', `${chunked}000\r\n\r\n`, { body: '', persists: true }],
    ['chunk extensions', `${chunked}1;a;b=c\r\nx\r\n0;last\r\n\r\n`, { body: 'x' }],
    [
      'quoted extensions',
      `${chunked}1;a="b;\\"c\\"";d\r\nx\r\n0;e="\u00e9"\r\n\r\n`,
      { body: 'x' },
    ],
    ['trailers', `${chunked}1\r\nx\r\n0\r\nA: b\r\nC:\r\n\r\n`, { body: 'x', persists: true }],
    ['chunked in capitals', `${ok('TRANSFER-ENCODING:CHUNKED')}0\r\n\r\n`, {}],
    ['early hints', `${response('HTTP/1.1 103 Early', 'A: b')}${ok('Content-Length: 0')}`, {}],
    ['100', `${response('HTTP/1.1 100 Continue')}${ok('Content-Length: 0')}`, { status: 200 }],
    [
      '100, 102 and 103',
      `${[100, 102, 103].map((n) => response(`HTTP/1.1 ${n} x`)).join('')}${ok('Content-Length: 0')}`,
      {},
    ],
    ['204', response('HTTP/1.1 204 No'), { status: 204, persists: true }],
    ['204 with a length', response('HTTP/1.1 204 No', 'Content-Length: 5'), { persists: false }],
    ['304 with a length', response('HTTP/1.1 304 No', 'Content-Length: 5'), { persists: true }],
    ['HTTP/1.0', `${response('HTTP/1.0 200 OK', 'Content-Length: 1')}x`, { persists: false }],
    ['close', `${ok('Content-Length: 1', 'Connection: a, Close')}x`, { persists: false }],
    ['keep-alive', `${ok('Content-Length: 1', 'Connection: keep-alive')}x`, { persists: true }],
    ['closed', `${ok('Content-Length: 1', 'Connection: closed')}x`, { persists: true }],
  ])('default: %s, in one piece and in single bytes', (_name, bytes, expected) => {
    const whole = read([bytes]);
    expect(whole).toMatchObject({ state: 'complete', ...expected });
    expect(read([...bytes])).toEqual(whole);
  });

  test('behavior: headers are kept as sent, without whitespace around values', () => {
    const lines = ['A:b', 'a: \t b c \t', 'X-Latin: \u00e9', 'Empty:', "!#$%&'*+-.^_`|~9z: :"];
    expect(read([ok(...lines, 'Content-Length: 0')]).headers).toEqual([
      ...['A', 'b', 'a', 'b c', 'X-Latin', '\u00e9', 'Empty', '', "!#$%&'*+-.^_`|~9z", ':'],
      ...['Content-Length', '0'],
    ]);
  });

  test('behavior: a response to HEAD has no body, whatever its headers', () => {
    expect(read([ok('Content-Length: 5')], 'HEAD')).toMatchObject({ state: 'complete', body: '' });
    expect(read([chunked], 'HEAD')).toMatchObject({ state: 'complete', body: '' });
    expect(read([ok()], 'HEAD')).toMatchObject({ state: 'complete', persists: true });
  });

  test('behavior: a response without a length ends when the server closes', () => {
    expect(read([`${ok('A: b')}all of it`])).toMatchObject({
      state: 'until close',
      body: 'all of it',
    });
  });

  test('behavior: an incomplete response does not end', () => {
    const bytes = `${chunked}2\r\nok\r\n0\r\nA: b\r\n\r\n`;
    for (let end = 0; end < bytes.length; end += 1) {
      expect(read([bytes.slice(0, end)]).state).toBe('open');
    }
    expect(read([`${ok('Content-Length: 3')}ok`]).state).toBe('open');
  });

  test('behavior: bytes after the end are reported', () => {
    for (const bytes of [
      `${ok('Content-Length: 2')}ok`,
      `${chunked}0\r\n\r\n`,
      ok('Content-Length: 0'),
    ]) {
      expect(read([`${bytes}x`]).state).toBe('more behind');
      expect(read([bytes, 'x']).state).toBe('more behind');
    }
  });

  test('behavior: the result does not depend on how the bytes are split', () => {
    const piece = fc.stringMatching(/^[ -~]{0,300}$/);
    fc.assert(
      fc.property(fc.array(piece), fc.array(fc.nat(4000)), (parts, cuts) => {
        const chunks = parts.filter((part) => part !== '');
        const bytes = `${chunked}${chunks
          .map((part) => `${part.length.toString(16)};n=v\r\n${part}\r\n`)
          .join('')}0\r\n\r\n`;
        const places = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
        places.sort((a, b) => a - b);
        const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        expect(read(pieces.filter((one) => one !== ''))).toMatchObject({
          state: 'complete',
          body: chunks.join(''),
        });
      }),
    );
  });
});

describe('invalid responses', () => {
  const x = 'x'.repeat(maxHeadBytes);
  test.each<readonly [string, string]>([
    ['no HTTP', 'hello\r\n'],
    ['another protocol', 'SSH-2.0-x\r\n'],
    ['a blank line first', `\r\n${ok('Content-Length: 0')}`],
    ['HTTP/2', response('HTTP/2 200 OK')],
    ['HTTP/1.2', response('HTTP/1.2 200 OK')],
    ['a small http', response('http/1.1 200 OK')],
    ['a tab before the status', response('HTTP/1.1\t200 OK')],
    ['two blanks before the status', response('HTTP/1.1  200 OK')],
    ['status 000', response('HTTP/1.1 000 Zero')],
    ['status 099', response('HTTP/1.1 099 Low')],
    ['a status of two digits', response('HTTP/1.1 20 OK')],
    ['a status of four digits', response('HTTP/1.1 2000 OK')],
    ['a signed status', response('HTTP/1.1 +20 OK')],
    ['no status', response('HTTP/1.1')],
    ['100 in HTTP/1.0', `${response('HTTP/1.0 100 Continue')}${ok('Content-Length: 0')}`],
    ['101 without Upgrade', response('HTTP/1.1 101 Switch', 'Upgrade: x', 'Connection: upgrade')],
    ['hints in HTTP/1.0', `${response('HTTP/1.0 103 Early')}${ok('Content-Length: 0')}`],
    ['hints that close', `${response('HTTP/1.1 103 Early', 'Connection: close')}${ok()}`],
    ['a control character in the reason', response('HTTP/1.1 200 O\u0007K')],
    ['a bare CR in the reason', response('HTTP/1.1 200 O\rK')],
    ['bare LF line ends', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['a bare LF at the end of a line', response('HTTP/1.1 200 OK', 'A: b\nContent-Length: 0')],
    ['a bare CR in a value', ok('A: b\rContent-Length: 0')],
    ['a NUL in a value', ok('A: b\0c')],
    ['a DEL in a value', ok('A: b\u007f')],
    ['a NUL in a name', ok('A\0: b')],
    ['a blank before the colon', ok('Content-Length : 2')],
    ['a tab before the colon', ok('Content-Length\t: 2')],
    ['a folded line', ok('A: b', ' Content-Length: 5')],
    ['a folded line with a tab', ok('A: b', '\tc')],
    ['a folded first line', ok(' A: b')],
    ['an empty name', ok(': b')],
    ['no colon', ok('Content-Length')],
    ['a name in quotes', ok('"A": b')],
    ['a name beyond ASCII', ok('\u00c4: b')],
    ['two lengths', ok('Content-Length: 2', 'Content-Length: 3')],
    ['the same length twice', ok('Content-Length: 2', 'content-length: 2')],
    ['a list of lengths', ok('Content-Length: 2, 2')],
    ['a signed length', ok('Content-Length: +2')],
    ['a negative length', ok('Content-Length: -1')],
    ['a hexadecimal length', ok('Content-Length: 0x2')],
    ['a broken length', ok('Content-Length: 2.0')],
    ['a length with an exponent', ok('Content-Length: 1e1')],
    ['a length with a blank behind', `${ok('Content-Length: 2 ')}ok`],
    ['a coding with a tab behind', ok('Transfer-Encoding: chunked\t')],
    ['an empty length', ok('Content-Length:')],
    ['a length beyond numbers', ok('Content-Length: 9999999999999999')],
    ['a length of other digits', ok('Content-Length: \u00b2')],
    ['length and chunks', ok('Content-Length: 2', 'Transfer-Encoding: chunked')],
    ['chunks and length', ok('Transfer-Encoding: chunked', 'Content-Length: 2')],
    ['chunks in HTTP/1.0', response('HTTP/1.0 200 OK', 'Transfer-Encoding: chunked')],
    ['chunked twice', ok('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')],
    ['a list of codings', ok('Transfer-Encoding: gzip, chunked')],
    ['chunked and identity', ok('Transfer-Encoding: chunked, identity')],
    ['identity', ok('Transfer-Encoding: identity')],
    ['an unknown coding', ok('Transfer-Encoding: xchunked')],
    ['chunked in quotes', ok('Transfer-Encoding: "chunked"')],
    ['chunked with a vertical tab', ok('Transfer-Encoding: \u000bchunked')],
    ['no coding', ok('Transfer-Encoding:')],
    ['an invalid length of a 304', response('HTTP/1.1 304 No', 'Content-Length: x')],
    ['a head too large', ok(`A: ${x}`)],
    ['a head too large that does not end', `HTTP/1.1 200 OK\r\nA: ${x}`],
    ['hints without end', response('HTTP/1.1 103 Early', `A: ${'x'.repeat(80)}`).repeat(10)],
    ['a chunk without a size', `${chunked}\r\nx`],
    ['a size without digits', `${chunked}zz\r\n`],
    ['a signed size', `${chunked}+1\r\nx\r\n`],
    ['a negative size', `${chunked}-1\r\nx\r\n`],
    ['a size with 0x', `${chunked}0x1\r\nx\r\n`],
    ['a size with a blank', `${chunked}1 \r\nx\r\n`],
    ['a size behind a blank', `${chunked} 1\r\nx\r\n`],
    ['a size beyond numbers', `${chunked}ffffffffffffffff\r\n`],
    ['a size with a bare LF', `${chunked}1\nx\r\n`],
    ['a size with a CR inside', `${chunked}1\r;\r\nx\r\n`],
    ['an extension with a bare CR', `${chunked}1;a\rb\r\nx\r\n`],
    ['an extension with a bare LF', `${chunked}1;a\nx\r\n`],
    ['an extension with a blank', `${chunked}1; a=b\r\nx\r\n`],
    ['line ends in quotes', `${chunked}1;a="\r\n"\r\nx\r\n`],
    ['quotes that do not end', `${chunked}1;a="b\r\nx\r\n`],
    ['a control character in quotes', `${chunked}1;a="\u0001"\r\nx\r\n`],
    ['an extension too long', `${chunked}1;${'a'.repeat(300)}`],
    ['extensions without end', `${chunked}${`1;${'a'.repeat(99)}\r\nx\r\n`.repeat(11)}`],
    ['a chunk longer than its size', `${chunked}1\r\nxy\r\n`],
    ['a chunk that ends with LF', `${chunked}1\r\nx\n0\r\n\r\n`],
    ['a chunk that ends with CR', `${chunked}1\r\nx\r0\r\n\r\n`],
    ['a trailer without a colon', `${chunked}0\r\nA b\r\n\r\n`],
    ['a folded trailer', `${chunked}0\r\nA: b\r\n c\r\n\r\n`],
    ['a trailer with a bare LF', `${chunked}0\r\nA: b\n\r\n\r\n`],
    ['a trailer with a length', `${chunked}0\r\nContent-Length: 1\r\n\r\n`],
    ['a trailer with a coding', `${chunked}0\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['a trailer too large', `${chunked}0\r\nA: ${x}`],
    ['trailers without end', `${chunked}0\r\n${'A: b\r\n'.repeat(200)}`],
  ])('error: %s, in one piece and in single bytes', (_name, bytes) => {
    const refused = expect.objectContaining({ name: 'MalformedHttpResponseError' });
    expect(() => read([bytes])).toThrow(refused);
    expect(() => read([...bytes])).toThrow(refused);
  });

  test('error: any bytes are accepted, incomplete or rejected; no other error occurs', () => {
    const unit = fc.constantFrom(...'\r\n\0\t :;,=HTP/1.20aA', '\r\n', 'HTTP/1.1 200 OK\r\n');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), (bytes) => {
        try {
          read([`HTTP/1.1 200 OK\r\n${bytes}`]);
        } catch (error) {
          expect(error).toMatchObject({ name: 'MalformedHttpResponseError' });
        }
      }),
      { numRuns: 2000 },
    );
  });
});
