import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeDebt, computeLoanHealth } from './lending-math.ts';

const wei = 10n ** 18n;
const lltv = 770_000_000_000_000_000n;
const price = 1_045n * 10n ** 33n;

test('default: the documented loan, computed by the formula', () => {
  // 10,000 shares at 1.045 are worth 10,450; the debt may be up to 77 % of this.
  const debt = 5_012_340_000_000_000_000_000n;
  const health = computeLoanHealth({ collateral: 10_000n * wei, debt, price, lltv });
  expect(health.maxBorrow).toBe(8_046_500_000_000_000_000_000n - debt);
  expect(health.health).toBe((8_046_500_000_000_000_000_000n * wei) / debt);
  expect(health.maxWithdraw).toBe(10_000n * wei - (((debt * wei) / lltv) * 10n ** 36n) / price);
});

test('behavior: without debt everything can be withdrawn and health has no number', () => {
  const health = computeLoanHealth({ collateral: 5n * wei, debt: 0n, price, lltv });
  expect(health).toMatchObject({ maxWithdraw: 5n * wei, health: null });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 27n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 27n });
const prices = fc.bigInt({ min: 10n ** 30n, max: 10n ** 42n });

test('behavior: debt is rounded up, to less than one unit above the exact share', () => {
  fc.assert(
    fc.property(positive, positive, positive, (shares, total, totalShares) => {
      const totals = { totalSupplyAssets: 0n, totalSupplyShares: 0n };
      const debt = computeDebt(shares, {
        ...totals,
        totalBorrowAssets: total,
        totalBorrowShares: totalShares,
      });
      const exact = shares * total;
      expect(debt * totalShares >= exact && (debt - 1n) * totalShares < exact).toBe(true);
    }),
  );
});

test('behavior: borrowing or withdrawing the maximum leaves a loan that is still safe', () => {
  fc.assert(
    fc.property(amount, amount, prices, (collateral, debt, quote) => {
      const { maxBorrow, maxWithdraw, health } = computeLoanHealth({
        collateral,
        debt,
        price: quote,
        lltv,
      });
      const more = computeLoanHealth({ collateral, debt: debt + maxBorrow, price: quote, lltv });
      if (health === null || health < wei) return;
      expect(more.health === null || more.health >= wei).toBe(true);
      expect(maxWithdraw >= 0n && maxWithdraw <= collateral).toBe(true);
    }),
  );
});
