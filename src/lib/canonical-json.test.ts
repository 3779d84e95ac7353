import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('default: members are sorted by key, those with undefined are left out', () => {
  expect(canonicalJson({ b: 1, a: 'x"', c: undefined })).toBe('{"a":"x\\"","b":1}');
  expect(canonicalJson({ b: { d: 1, c: [{ f: 1, e: 2 }] } })).toBe(
    '{"b":{"c":[{"e":2,"f":1}],"d":1}}',
  );
});

test('behavior: NaN and Infinity are not encoded as null, at any depth', () => {
  const texts = [null, Infinity, -Infinity, NaN, 'Infinity'].flatMap((n) => [
    canonicalJson({ n }),
    canonicalJson({ v: { n: [n] } }),
  ]);
  expect(new Set(texts).size).toBe(texts.length);
});

test('behavior: values that differ in the order of keys have the same text, which is their JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, record) => {
      const turned = Object.fromEntries(Object.entries(record).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(record));
      expect(JSON.parse(canonicalJson(record))).toEqual(JSON.parse(JSON.stringify(record)));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('error: a value of more than 100 levels is rejected', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(canonicalJson(nested(100))).toHaveLength(200);
  expect(() => canonicalJson(nested(101))).toThrow(RangeError);
  expect(() => canonicalJson({ v: nested(50_000) })).toThrow(RangeError);
});
