import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseResponseHead } from './response-head.ts';
import { createParsedHeadCache } from './response-head-cache.ts';

const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const parsed = (text: string) => parseResponseHead(text.slice(0, -2), 'GET');

/** A head cache, and functions that look up or store a head as if it had just been read. */
function setup() {
  const buffer = Buffer.alloc(4096);
  const heads = createParsedHeadCache(buffer);
  return {
    heads,
    buffer,
    get: (text: string) => heads.get(buffer, buffer.write(text, 'latin1')),
    set: (text: string) => heads.set(buffer, buffer.write(text, 'latin1'), parsed(text)),
  };
}

test('default: a head is found by its bytes, whatever follows it', () => {
  const { get, set, buffer } = setup();
  expect(get(headOf(7))).toBeUndefined();
  set(headOf(7));
  set(headOf(8));
  buffer.fill('x');
  expect(get(headOf(7))).toEqual(parsed(headOf(7)));
  expect(get(headOf(8))?.framing).toEqual({ kind: 'measured', length: 8 });
  expect(get(headOf(7))).toBe(get(headOf(7)));
});

test('behavior: a head that differs in one byte is not found', () => {
  const { get, set } = setup();
  const line = 'HTTP/1.1 200 OK\r\nA: ';
  const value = fc.string({ unit: fc.constantFrom(...'ab0'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(value, fc.nat(), (text, at) => {
      const place = at % text.length;
      const other = `${text.slice(0, place)}c${text.slice(place + 1)}`;
      set(`${line}${text}\r\n\r\n`);
      expect(get(`${line}${text}\r\n\r\n`)?.headers).toEqual(['A', text]);
      expect(get(`${line}${other}\r\n\r\n`)).toBeUndefined();
    }),
  );
});

test('behavior: caches at most 64 heads, and none that are long or in another buffer', () => {
  const { get, set, heads } = setup();
  set(headOf(0));
  for (let length = 1; length <= 64; length += 1) set(headOf(length));
  expect(get(headOf(0))).toBeUndefined();
  expect(get(headOf(64))).toBeDefined();
  const long = `HTTP/1.1 200 OK\r\nNote: ${'x'.repeat(1100)}\r\n\r\n`;
  set(long);
  expect(get(long)).toBeUndefined();
  expect(heads.get(Buffer.from(headOf(64)), headOf(64).length)).toBeUndefined();
});
