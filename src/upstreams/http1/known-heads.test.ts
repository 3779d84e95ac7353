import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownHeads } from './known-heads.ts';
import { parseResponseHead } from './response-head.ts';

const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const parsed = (text: string) => parseResponseHead(text.slice(0, -2), 'GET');

/** Known heads, and how to look for and keep one as if it was read just now. */
function setup() {
  const buffer = Buffer.alloc(4096);
  const heads = createKnownHeads(buffer);
  return {
    heads,
    buffer,
    find: (text: string) => heads.find(buffer, buffer.write(text, 'latin1')),
    keep: (text: string) => heads.keep(buffer, buffer.write(text, 'latin1'), parsed(text)),
  };
}

test('default: a head is known by what it said, whatever stands behind it', () => {
  const { find, keep, buffer } = setup();
  expect(find(headOf(7))).toBeUndefined();
  keep(headOf(7));
  keep(headOf(8));
  buffer.fill('x');
  expect(find(headOf(7))).toEqual(parsed(headOf(7)));
  expect(find(headOf(8))?.framing).toEqual({ kind: 'measured', length: 8 });
  expect(find(headOf(7))).toBe(find(headOf(7)));
});

test('behavior: a head that differs in one byte is another', () => {
  const { find, keep } = setup();
  const line = 'HTTP/1.1 200 OK\r\nA: ';
  const value = fc.string({ unit: fc.constantFrom(...'ab0'), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(value, fc.nat(), (text, at) => {
      const place = at % text.length;
      const other = `${text.slice(0, place)}c${text.slice(place + 1)}`;
      keep(`${line}${text}\r\n\r\n`);
      expect(find(`${line}${text}\r\n\r\n`)?.headers).toEqual(['A', text]);
      expect(find(`${line}${other}\r\n\r\n`)).toBeUndefined();
    }),
  );
});

test('behavior: keeps few heads, and none that are long or elsewhere', () => {
  const { find, keep, heads } = setup();
  keep(headOf(0));
  for (let length = 1; length <= 64; length += 1) keep(headOf(length));
  expect(find(headOf(0))).toBeUndefined();
  expect(find(headOf(64))).toBeDefined();
  const long = `HTTP/1.1 200 OK\r\nNote: ${'x'.repeat(1100)}\r\n\r\n`;
  keep(long);
  expect(find(long)).toBeUndefined();
  expect(heads.find(Buffer.from(headOf(64)), headOf(64).length)).toBeUndefined();
});
