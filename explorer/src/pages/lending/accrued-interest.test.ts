import { expect, test } from 'vitest';
import type { AccruingLoanFragment } from '../../generated/graphql.ts';
import { addDueInterest, readDueInterest, readHealth } from './accrued-interest.ts';

type Loan = Parameters<typeof readDueInterest>[0];

const accruedAt = 1_700_000_000;
const year = 365 * 86_400;
const loan = (changes: Partial<AccruingLoanFragment> = {}) =>
  ({
    id: 'loan',
    debt: '1000000000000000000000',
    healthFactor: 1.54,
    state: 'SAFE',
    market: { id: 'market', rates: { borrowRatePct: 4, accruedAt } },
    ...changes,
  }) as unknown as Loan;

test('default: half a year at 4 % is 2 % of the debt, and lowers the health factor', () => {
  const due = readDueInterest(loan(), accruedAt + year / 2);
  expect(due?.usdc).toBeCloseTo(20, 9);
  expect(due?.owedUsdc).toBeCloseTo(1020, 9);
  expect(due?.healthFactor).toBeCloseTo(1.54 / 1.02, 9);
  expect(due?.accruedAt).toBe(accruedAt);
});

test('behavior: nothing is due before the market was used, by a clock that is behind', () => {
  expect(readDueInterest(loan(), accruedAt - 60)?.usdc).toBe(0);
});

test.each<readonly [string, Partial<AccruingLoanFragment>]>([
  ['without a debt', { debt: '0', healthFactor: null }],
  ['in a market without a rate', { market: { id: 'market', rates: null } as never }],
])('behavior: null %s', (_what, changes) => {
  expect(readDueInterest(loan(changes), accruedAt + year)).toBeNull();
});

test('behavior: the health that counts has the interest due, which can change its state', () => {
  const health = readHealth(loan(), accruedAt + 2 * year);
  expect(health).toEqual({
    healthFactor: expect.closeTo(1.54 / 1.08, 9),
    state: 'WARNING',
    isEstimate: true,
  });
  // A fall of the price scales the same health.
  const rates = { borrowRatePct: 4, accruedAt };
  const fallen = { healthFactor: 1.05, state: 'WARNING' } as const;
  expect(addDueInterest(fallen, rates, accruedAt + 2 * year)).toMatchObject({
    healthFactor: expect.closeTo(1.05 / 1.08, 9),
    state: 'LIQUIDATABLE',
  });
});

test('behavior: the health is the stated one without a rate, and just after a use of the market', () => {
  const stated = { healthFactor: 1.54, state: 'SAFE' } as const;
  expect(addDueInterest(stated, null)).toEqual({ ...stated, isEstimate: false });
  expect(readHealth(loan(), accruedAt + 60)).toEqual({ ...stated, isEstimate: false });
});

test('behavior: interest alone brings the health to 1 once it is 54 % of the debt', () => {
  const due = readDueInterest(loan(), accruedAt + year);
  expect(due?.limitAt).toBeCloseTo(accruedAt + (Math.log(1.54) / 0.04) * year, 0);
  const free = { id: 'market', rates: { borrowRatePct: 0, accruedAt } };
  expect(readDueInterest(loan({ market: free as never }), accruedAt + year)?.limitAt).toBeNull();
});
