import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonWithin, jsonSize } from './json-size.ts';

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

test('default: no value takes more bytes than its size says', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(jsonSize(one, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(bytesOf(one));
    }),
  );
});

test('behavior: what fits with a little room is within the limit, what does not is not', () => {
  fc.assert(
    fc.property(value, (one) => {
      const bytes = bytesOf(one);
      expect(isJsonWithin(one, bytes - 1)).toBe(false);
      // jsonSize counts a comma after the last member of each array and object too.
      const members = (JSON.stringify(one).match(/[[{]/g) ?? []).length;
      expect(isJsonWithin(one, bytes + members)).toBe(true);
    }),
  );
});

test('behavior: a list far beyond the limit is not looked through', () => {
  let reads = 0;
  const list = Array.from({ length: 100_000 }, () => ({
    get member() {
      reads += 1;
      return 'x';
    },
  }));
  expect(isJsonWithin(list, 100)).toBe(false);
  expect(reads).toBeLessThan(50);
});
