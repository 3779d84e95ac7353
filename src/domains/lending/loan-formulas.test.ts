import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  borrowCapacity,
  computeDebt,
  healthFactor,
  type LoanFormulaInputs,
  liquidationPrice,
  loanHealthState,
  maxAdditionalBorrow,
  maxWithdraw,
  utilisation,
} from './loan-formulas.ts';

const e18 = 10n ** 18n;
const e36 = 10n ** 36n;

/** An exact fraction: the result of a formula before rounding. */
type Rational = readonly [numerator: bigint, denominator: bigint];
/** Compares a whole number with a fraction: −1, 0 or 1. */
const compare = (whole: bigint, [numerator, denominator]: Rational) => {
  const difference = whole * denominator - numerator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
};

const wei = fc.bigInt({ min: 0n, max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const loans: fc.Arbitrary<LoanFormulaInputs> = fc.record({
  collateral: wei,
  debt: wei,
  price: fc.bigInt({ min: 1n, max: 10n ** 42n }),
  lltv: fc.bigInt({ min: e18 / 100n, max: e18 }),
});
const capacityOf = ({ collateral, price, lltv }: LoanFormulaInputs): Rational => [
  collateral * price * lltv,
  e36 * e18,
];

describe('by hand', () => {
  /** 10,000 shares at 1.045 USDC each against a debt of 5,012.34 USDC. */
  const loan: LoanFormulaInputs = {
    collateral: 10_000n * e18,
    debt: 501_234n * 10n ** 16n,
    price: 1_045n * 10n ** 33n,
    lltv: 77n * 10n ** 16n,
  };

  test('default: capacity, health, what may be borrowed and withdrawn', () => {
    expect(borrowCapacity(loan)).toBe(80_465n * 10n ** 17n);
    expect(healthFactor(loan)).toBe(1_605_338_025_752_442_970n);
    expect(maxAdditionalBorrow(loan)).toBe(303_416n * 10n ** 16n);
    expect(maxWithdraw(loan)).toBe(3_770_782_327_720_126_763_190n);
    expect(liquidationPrice(loan)).toBe(650_953_246_753_246_753_246_753_246_753_246_753n);
    expect(loanHealthState(loan)).toBe('SAFE');
  });

  test('default: a debt is rounded up', () => {
    expect(computeDebt(2n, { borrowAssets: 10n, borrowShares: 3n })).toBe(7n);
    expect(computeDebt(3n, { borrowAssets: 10n, borrowShares: 3n })).toBe(10n);
    expect(computeDebt(0n, { borrowAssets: 10n, borrowShares: 3n })).toBe(0n);
  });

  test('behavior: without debt all may be withdrawn and nothing can be liquidated', () => {
    const free = { ...loan, debt: 0n };
    expect(maxWithdraw(free)).toBe(loan.collateral);
    expect(maxAdditionalBorrow(free)).toBe(borrowCapacity(loan));
    expect(healthFactor(free)).toBeNull();
    expect(liquidationPrice(free)).toBeNull();
    expect(loanHealthState(free)).toBe('NO_DEBT');
  });

  test('behavior: a health factor of exactly 1.5 is safe, one of exactly 1 is not liquidatable', () => {
    const owing = (debt: bigint) =>
      loanHealthState({ ...loan, collateral: 10n ** 20n, price: e36, lltv: e18 / 2n, debt });
    const capacity = 50n * e18;
    expect(owing((capacity * 2n) / 3n)).toBe('SAFE');
    expect(owing((capacity * 2n) / 3n + 1n)).toBe('WARNING');
    expect(owing(capacity)).toBe('WARNING');
    expect(owing(capacity + 1n)).toBe('LIQUIDATABLE');
  });

  test('args: nothing divides by zero', () => {
    const nothing = { collateral: 0n, debt: 5n, price: 0n, lltv: 0n };
    expect(maxWithdraw({ ...nothing, collateral: 9n })).toBe(0n);
    expect(liquidationPrice(nothing)).toBeNull();
    expect(healthFactor(nothing)).toBe(0n);
    expect(loanHealthState(nothing)).toBe('LIQUIDATABLE');
    expect(computeDebt(5n, { borrowAssets: 0n, borrowShares: 0n })).toBe(0n);
    expect(utilisation(0n, 0n)).toBe(0);
    expect(utilisation(4n * e18, 1n * e18)).toBe(0.25);
  });
});

describe('by property, against fractions', () => {
  test('behavior: the debt is the fraction, rounded up', () => {
    fc.assert(
      fc.property(positive, positive, positive, (shares, borrowAssets, borrowShares) => {
        const debt = computeDebt(shares, { borrowAssets, borrowShares });
        const exact: Rational = [shares * borrowAssets, borrowShares];
        expect(compare(debt, exact)).toBeGreaterThanOrEqual(0);
        expect(compare(debt - 1n, exact)).toBe(-1);
      }),
    );
  });

  test('behavior: debts of all borrowers cover what the market is owed, by less than a wei each', () => {
    fc.assert(
      fc.property(
        fc.array(positive, { minLength: 1, maxLength: 8 }),
        positive,
        (shares, assets) => {
          const borrowShares = shares.reduce((sum, one) => sum + one, 0n);
          const debts = shares.map((one) =>
            computeDebt(one, { borrowAssets: assets, borrowShares }),
          );
          const excess = debts.reduce((sum, one) => sum + one, 0n) - assets;
          expect(excess).toBeGreaterThanOrEqual(0n);
          expect(excess).toBeLessThan(BigInt(shares.length));
        },
      ),
    );
  });

  test('behavior: the capacity never exceeds the fraction and lacks less than two wei', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const capacity = borrowCapacity(loan);
        expect(compare(capacity, capacityOf(loan))).toBeLessThanOrEqual(0);
        expect(compare(capacity + 2n, capacityOf(loan))).toBe(1);
      }),
    );
  });

  test('behavior: what may be borrowed is the rest of the capacity', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const more = maxAdditionalBorrow(loan);
        const capacity = borrowCapacity(loan);
        expect(more).toBe(capacity > loan.debt ? capacity - loan.debt : 0n);
        if (more > 0n) expect(loanHealthState({ ...loan, debt: loan.debt + more })).toBe('WARNING');
      }),
    );
  });

  test('behavior: what may be withdrawn is the fraction to within the rounding of its divisions', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        fc.pre(loan.debt > 0n);
        const { collateral, debt, price, lltv } = loan;
        const kept = collateral - maxWithdraw(loan);
        // needed = debt · 1e54 / (LLTV · price); flooring twice loses less than 1 + 1e36 / price.
        const needed: Rational = [debt * e18 * e36, lltv * price];
        const slack = e36 / price + 2n;
        if (kept < collateral) {
          expect(compare(kept, needed)).toBeLessThanOrEqual(0);
          expect(compare(kept + slack, needed)).toBe(1);
        } else {
          expect(compare(collateral, needed)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  test('behavior: at the liquidation price a loan is at its limit, a little above it is not liquidatable', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const price = liquidationPrice(loan);
        fc.pre(price !== null);
        if (price === null) return;
        const { collateral, debt, lltv } = loan;
        const exact: Rational = [debt * e36 * e18, collateral * lltv];
        expect(compare(price, exact)).toBeLessThanOrEqual(0);
        expect(compare(price + 1n, exact)).toBe(1);
        const below = (price * 999n) / 1000n;
        expect(loanHealthState({ ...loan, price: below })).toBe('LIQUIDATABLE');
      }),
    );
  });

  test('behavior: the state says of the health factor what it means', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const health = healthFactor(loan);
        const state = loanHealthState(loan);
        if (health === null) expect(state).toBe('NO_DEBT');
        else if (state === 'LIQUIDATABLE') expect(health).toBeLessThan(e18);
        else if (state === 'WARNING') expect(health).toBeGreaterThanOrEqual(e18);
        else expect(health).toBeGreaterThanOrEqual((e18 * 3n) / 2n - 1n);
      }),
    );
  });
});
