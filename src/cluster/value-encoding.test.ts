import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RawJson } from '../lib/encoding/raw-json.ts';
import { decodeSharedValue, encodeSharedValue, maxSharedValueBytes } from './value-encoding.ts';

const data = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true });

test('default: encoded values are decoded unchanged', () => {
  const hasUnsupported = (value: unknown): boolean => {
    if (Object.is(value, -0)) return true;
    if (value instanceof Map) return [...value].flat().some(hasUnsupported);
    if (value instanceof Set || Array.isArray(value)) return [...value].some(hasUnsupported);
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([key, of]) => key === '__proto__' || hasUnsupported(of));
  };
  fc.assert(
    fc.property(data, (value) => {
      // 0 for -0, and an object without a key `__proto__`.
      fc.pre(!hasUnsupported(value) && value !== undefined);
      expect(decodeSharedValue(encodeSharedValue(value))).toEqual(structuredClone(value));
    }),
  );
});

test('default: bigints of any size, bytes and raw JSON are decoded as they were', () => {
  const value = {
    balances: new Map([['usdc', 2n ** 200n]]),
    small: 5n,
    bytes: Buffer.from([0, 255]),
    series: new RawJson('[[1,2.50]]'),
    undefinedToo: undefined,
  };
  const decoded = decodeSharedValue(encodeSharedValue(value));
  expect(decoded).toStrictEqual(value);
  expect(Reflect.get(Object(decoded), 'series')).toBeInstanceOf(RawJson);
});

test.each([
  ['too large', 'x'.repeat(maxSharedValueBytes + 1)],
  ['nested too deeply', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))],
])('args: a value that is %s is not encoded', (_what, value) => {
  expect(encodeSharedValue(value)).toBeNull();
});

test('error: bytes that no replica wrote are undefined and never throw', () => {
  for (const given of [null, undefined, 'text', Buffer.alloc(0), Buffer.from('garbage')]) {
    expect(decodeSharedValue(given)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      decodeSharedValue(Buffer.from(bytes));
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    }),
  );
});
