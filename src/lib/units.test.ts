import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weiDigitsToNumber, weiToNumber } from './units.ts';

test.each([
  [0n, 0],
  [1n, 1e-18],
  [1_500_000_000_000_000_000n, 1.5],
  [-2_250_000_000_000_000_000n, -2.25],
  [10n ** 77n, 1e59],
])('default: %s wei is %s', (wei, number) => {
  expect(weiToNumber(wei)).toBe(number);
});

test('behavior: an amount is converted to the nearest double, whatever its number of digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,78}$/), (digits) => {
      const [whole, fraction] = [digits.slice(0, -18), digits.slice(-18).padStart(18, '0')];
      expect(weiDigitsToNumber(digits)).toBe(Number(`${whole || '0'}.${fraction}`));
    }),
  );
});
