import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeNavWei, usdToWei, WEI_PER_UNIT, weiToUsd } from './nav.ts';

test('default: a price becomes wei digit by digit', () => {
  expect(usdToWei(0.1)).toBe(100_000_000_000_000_000n);
  expect(usdToWei(67234.567)).toBe(67_234_567_000_000_000_000_000n);
  expect(usdToWei(1.2345678e-12)).toBe(1_234_567n);
  expect(usdToWei(1e21)).toBe(10n ** 39n);
  expect(usdToWei(0)).toBe(0n);
});

test('behavior: digits beyond eighteen places are cut off', () => {
  expect(usdToWei(1.9e-18)).toBe(1n);
  expect(usdToWei(9e-19)).toBe(0n);
});

test('behavior: eight digits and more, large and small, agree with the printed decimal', () => {
  const exact = (usd: number) => {
    const [mantissa = '', exponent = '0'] = usd.toExponential().split('e');
    const [whole = '', fraction = ''] = mantissa.split('.');
    const places = 40 + Number(exponent) - fraction.length;
    return BigInt(whole + fraction) * 10n ** BigInt(places);
  };
  fc.assert(
    fc.property(fc.double({ min: 1e-16, max: 1e20, noNaN: true }), fc.boolean(), (value, cut) => {
      const usd = cut ? Number(value.toPrecision(8)) : value;
      expect(usdToWei(usd)).toBe(exact(usd) / 10n ** 22n);
    }),
    { numRuns: 2000 },
  );
});

test('behavior: NAV is floored once, at the end', () => {
  // Two halves of a wei are one wei only if the sum is rounded once at the end.
  expect(computeNavWei([1n, 1n], [0.5, 0.5]).nav).toBe(1n);
  expect(computeNavWei([1n, 1n], [0.5, 0.4]).nav).toBe(0n);
});

test('behavior: assets without a price are left out and not counted', () => {
  expect(computeNavWei([WEI_PER_UNIT, WEI_PER_UNIT, WEI_PER_UNIT], [2, null, Number.NaN])).toEqual({
    nav: 2n * WEI_PER_UNIT,
    assetsPriced: 1,
  });
});

test('behavior: scaling every quantity scales the NAV', () => {
  const basket = fc.array(
    fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.double({ min: 1e-9, max: 1e6, noNaN: true }),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(basket, (rows) => {
      const prices = rows.map(([, price]) => price);
      const one = computeNavWei(
        rows.map(([quantity]) => quantity),
        prices,
      ).nav;
      const ten = computeNavWei(
        rows.map(([quantity]) => quantity * 10n),
        prices,
      ).nav;
      expect(ten - one * 10n).toBeGreaterThanOrEqual(0n);
      expect(ten - one * 10n).toBeLessThan(10n);
      expect(weiToUsd(one)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('args: lists of different length are refused', () => {
  expect(() => computeNavWei([1n], [])).toThrow(RangeError);
});

test('args: a negative or endless price is refused', () => {
  for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => usdToWei(bad)).toThrow(RangeError);
  }
});
