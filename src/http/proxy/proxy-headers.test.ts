import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCachedClientHeadConverter } from './proxy-headers.ts';

const first = ['Access-Control-Allow-Origin', '*'];
const headOf = (length: number, type: string) => ({
  status: 200,
  reason: 'OK',
  contentEncoding: '',
  headers: ['Content-Type', type, 'Content-Length', String(length), 'Server', 'x'],
});

test('default: a cached head equals a newly converted one', () => {
  const types = fc.constantFrom('application/json', 'text/event-stream');
  const heads = fc.array(
    fc.tuple(fc.nat(), types).map(([length, type]) => headOf(length, type)),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(heads, fc.array(fc.nat(19), { maxLength: 100 }), (some, order) => {
      const passHead = createCachedClientHeadConverter(first);
      for (const at of order) {
        const head = some[at % some.length] ?? headOf(0, 'text/plain');
        expect(passHead(head)).toEqual(createCachedClientHeadConverter(first)({ ...head }));
      }
    }),
  );
});

test('default: the own lines come first, and an event stream has no length', () => {
  const passHead = createCachedClientHeadConverter(first);
  const plain = passHead(headOf(3, 'text/plain'));
  expect(plain.headers).toEqual([
    ...first,
    ...['Content-Type', 'text/plain', 'Content-Length', '3', 'Cache-Control', 'no-cache'],
  ]);
  expect(plain).toMatchObject({ isStream: false, isEncoded: false });
  const stream = passHead(headOf(3, 'text/event-stream'));
  expect(stream.headers).not.toContain('Content-Length');
  expect(stream).toMatchObject({ isStream: true, isEncoded: false });
});

test('behavior: the same head object is converted once', () => {
  const passHead = createCachedClientHeadConverter(first);
  const head = headOf(3, 'text/plain');
  expect(passHead(head)).toBe(passHead(head));
});

test.each([
  [200, [], 'no-cache'],
  [206, [], 'no-cache'],
  [404, [], 'no-store'],
  [503, [], 'no-store'],
  [200, ['cache-control', 'max-age=9'], 'max-age=9'],
  [404, ['Cache-Control', 'max-age=9'], 'max-age=9'],
  [200, ['Expires', '0'], undefined],
  [304, [], undefined],
])('behavior: %i with the lines %j gets Cache-Control: %s', (status, lines, life) => {
  const passed = createCachedClientHeadConverter(first)({
    ...headOf(3, 'text/plain'),
    status,
    headers: lines,
  });
  const told = passed.headers.flatMap((name, at) =>
    name.toLowerCase() === 'cache-control' ? [passed.headers[at + 1]] : [],
  );
  expect(told).toEqual(life === undefined ? [] : [life]);
});
