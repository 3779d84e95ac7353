import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPlainNumber, formatWeiDecimal, weiToNumber } from './format-decimal.ts';

test('default: wei become decimals without loss', () => {
  expect(formatWeiDecimal(1_500_000_000_000_000_000n)).toBe('1.5');
  expect(formatWeiDecimal(-1n)).toBe('-0.000000000000000001');
  expect(formatWeiDecimal(0n)).toBe('0');
  expect(formatWeiDecimal(2_999_999_999_999_999_999n, 6)).toBe('2.999999');
});

test('behavior: a decimal read back is the same amount of wei', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (wei) => {
      const [whole = '', fraction = ''] = formatWeiDecimal(wei).replace('-', '').split('.');
      expect(BigInt(whole + fraction.padEnd(18, '0'))).toBe(wei < 0n ? -wei : wei);
      expect(weiToNumber(wei)).toBe(Number(formatWeiDecimal(wei)));
    }),
  );
});

test('behavior: a plain number has no exponent and reads back as itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = formatPlainNumber(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});
