import { expect, test } from 'vitest';
import type { AccruingLoanFragment } from '../../generated/graphql.ts';
import { readDueInterest } from './accrued-interest.ts';

type Loan = Parameters<typeof readDueInterest>[0];

const accruedAt = 1_700_000_000;
const year = 365 * 86_400;
const loan = (changes: Partial<AccruingLoanFragment> = {}) =>
  ({
    id: 'loan',
    debt: '1000000000000000000000',
    healthFactor: 1.54,
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
