import fc from 'fast-check';
import { formatEther } from 'viem';
import { expect, test } from 'vitest';
import { maxFaucetAmount, parseAndCapFaucetAmount } from './amount.ts';

test('default: plain decimals, exact to the wei', () => {
  expect(parseAndCapFaucetAmount('100')).toBe(100n * 10n ** 18n);
  expect(parseAndCapFaucetAmount('0.1')).toBe(10n ** 17n);
  expect(parseAndCapFaucetAmount('0.000000000000000001')).toBe(1n);
});

test('behavior: what is written is what is parsed, up to the limit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 20_000n * 10n ** 18n }), (wei) => {
      const parsed = parseAndCapFaucetAmount(formatEther(wei));
      return wei > maxFaucetAmount ? parsed === maxFaucetAmount : parsed === wei;
    }),
  );
});

test('args: other text is no amount, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => /^\d+(\.\d{1,18})?$/.test(text) || parseAndCapFaucetAmount(text) === null,
    ),
  );
});

test('args: a number of 200,000 digits takes no time', () => {
  expect(parseAndCapFaucetAmount('9'.repeat(200_000))).toBe(maxFaucetAmount);
  expect(parseAndCapFaucetAmount('0'.repeat(200_000))).toBeNull();
  expect(parseAndCapFaucetAmount(`${'0'.repeat(200_000)}7`)).toBe(7n * 10n ** 18n);
});
