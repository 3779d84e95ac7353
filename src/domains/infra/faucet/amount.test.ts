import fc from 'fast-check';
import { formatEther } from 'viem';
import { expect, test } from 'vitest';
import { maxAmount, parseAmount } from './amount.ts';

test('default: plain decimals, exact to the wei', () => {
  expect(parseAmount('100')).toBe(100n * 10n ** 18n);
  expect(parseAmount('0.1')).toBe(10n ** 17n);
  expect(parseAmount('0.000000000000000001')).toBe(1n);
});

test('behavior: what is written is what is parsed, up to the limit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 20_000n * 10n ** 18n }), (wei) => {
      const parsed = parseAmount(formatEther(wei));
      return wei > maxAmount ? parsed === maxAmount : parsed === wei;
    }),
  );
});

test('args: other text is no amount, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => /^\d+(\.\d{1,18})?$/.test(text) || parseAmount(text) === null,
    ),
  );
});

test('args: a number of 200,000 digits takes no time', () => {
  expect(parseAmount('9'.repeat(200_000))).toBe(maxAmount);
  expect(parseAmount('0'.repeat(200_000))).toBeNull();
  expect(parseAmount(`${'0'.repeat(200_000)}7`)).toBe(7n * 10n ** 18n);
});
