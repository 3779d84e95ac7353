import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCachedHeadParser } from './response-head.ts';

const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n`;

test('default: a head is parsed once', () => {
  const parse = createCachedHeadParser();
  const first = parse(headOf(7), 'GET');
  expect(parse(headOf(8), 'GET').bodyLength).toBe(8);
  expect(parse(headOf(7), 'GET')).toBe(first);
  expect(parse(headOf(7), 'POST')).toBe(first);
  expect(parse(headOf(7), 'HEAD').bodyLength).toBe(0);
  expect(parse(headOf(7), 'GET')).toBe(first);
});

test('behavior: a head that differs in one byte is parsed anew', () => {
  const parse = createCachedHeadParser();
  const headersOf = (value: string) => parse(`HTTP/1.1 200 OK\r\nA: ${value}\r\n`, 'GET').headers;
  const value = fc.string({ unit: fc.constantFrom(...'ab0'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(value, fc.nat(), (text, at) => {
      const place = at % text.length;
      const other = `${text.slice(0, place)}c${text.slice(place + 1)}`;
      expect(headersOf(text)).toEqual(['A', text]);
      expect(headersOf(other)).toEqual(['A', other]);
    }),
  );
});

test('behavior: caches at most 64 heads, and no long ones', () => {
  const parse = createCachedHeadParser();
  const first = parse(headOf(0), 'GET');
  for (let length = 1; length < 64; length += 1) parse(headOf(length), 'GET');
  expect(parse(headOf(0), 'GET')).toBe(first);
  const last = parse(headOf(64), 'GET');
  expect(parse(headOf(64), 'GET')).toBe(last);
  expect(parse(headOf(0), 'GET')).not.toBe(first);
  const long = `HTTP/1.1 200 OK\r\nNote: ${'x'.repeat(1100)}\r\n`;
  expect(parse(long, 'GET')).not.toBe(parse(long, 'GET'));
});
