import { expect, test } from 'vitest';
import { createKnownHeads } from './known-heads.ts';
import { parseResponseHead } from './response-head.ts';

const headOf = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n`;

test('default: a head that comes again is the same, and as it was read', () => {
  const read = createKnownHeads();
  const first = read(headOf(7), 'GET');
  expect(first).toEqual(parseResponseHead(headOf(7), 'GET'));
  expect(read(headOf(7), 'GET')).toBe(first);
  expect(read(headOf(8), 'GET').framing).toEqual({ kind: 'measured', length: 8 });
});

test('behavior: the same bytes measure no body where none can be', () => {
  const read = createKnownHeads();
  read(headOf(7), 'GET');
  expect(read(headOf(7), 'HEAD').framing).toEqual({ kind: 'none' });
  expect(read(headOf(7), 'GET').framing).toEqual({ kind: 'measured', length: 7 });
});

test('behavior: keeps few heads, and none that are long', () => {
  const read = createKnownHeads();
  const first = read(headOf(0), 'GET');
  for (let length = 1; length <= 64; length += 1) read(headOf(length), 'GET');
  expect(read(headOf(0), 'GET')).not.toBe(first);
  const long = `${headOf(1)}Note: ${'x'.repeat(1100)}\r\n`;
  expect(read(long, 'GET')).not.toBe(read(long, 'GET'));
});

test('error: what is refused once is refused again', () => {
  const read = createKnownHeads();
  for (const _time of [1, 2])
    expect(() => read('HTTP/1.1 200 OK\r\nbad line\r\n', 'GET')).toThrow();
});
