import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonSizeWithin, jsonSize } from './json-size.ts';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
/** Names of a response are ASCII letters and digits. */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.stringMatching(/^[_a-zA-Z]\w{0,9}$/), tie('value')),
  ),
})).value;

test('default: no JSON is longer than the size computed for it', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(jsonSize(one, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(bytesOf(one));
    }),
  );
});

test('behavior: JSON slightly shorter than the limit is within it, longer JSON is not', () => {
  fc.assert(
    fc.property(value, (one) => {
      const bytes = bytesOf(one);
      expect(isJsonSizeWithin(one, bytes - 1)).toBe(false);
      // jsonSize counts a comma after the last member of each array and object too.
      const members = (JSON.stringify(one).match(/[[{]/g) ?? []).length;
      expect(isJsonSizeWithin(one, bytes + members)).toBe(true);
    }),
  );
});

test('behavior: counting a long list stops at the limit', () => {
  let reads = 0;
  const list = Array.from({ length: 100_000 }, () => ({
    get member() {
      reads += 1;
      return 'x';
    },
  }));
  expect(isJsonSizeWithin(list, 100)).toBe(false);
  expect(reads).toBeLessThan(50);
});
