import { expect, test } from 'vitest';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistory } from '../../world/load-history.ts';
import { WEI_PER_UNIT } from '../../world/nav.ts';
import { planFunds } from '../../world/plan-funds.ts';
import { lendingLltv } from '../deploy/l3-contracts.ts';
import { createFundNavs } from './fund-navs.ts';
import { type PlannedLoan, planLoans } from './plan-loans.ts';

function loansUntil(endDate: string): readonly PlannedLoan[] {
  const history = loadHistory({ seed: 20_200_101, endDate });
  const plan = planFunds(history);
  const { priceAt } = createLivePrices({ history, now: () => 0 });
  return planLoans(history, plan, createFundNavs(plan, priceAt));
}

const loans = loansUntil('2026-06-30');
const events = loans.flatMap((loan) => loan.events);

test('default: many wallets borrow against many funds, and everything happens that can', () => {
  expect(new Set(loans.map((loan) => loan.wallet)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(loans.map((loan) => loan.fund)).size).toBeGreaterThanOrEqual(8);
  expect(new Set(events.map((event) => event.kind))).toEqual(
    new Set(['open', 'repay', 'withdraw', 'liquidate', 'close']),
  );
});

test('behavior: a loan is opened once, first, and within what the market allows', () => {
  for (const loan of loans) {
    const [first, ...later] = loan.events;
    expect(later.some((event) => event.kind === 'open')).toBe(false);
    if (first?.kind !== 'open') throw new Error('a loan does not begin with its opening');
    const capacity = (((first.collateral * first.nav) / WEI_PER_UNIT) * lendingLltv) / WEI_PER_UNIT;
    expect(first.borrowed).toBeLessThan(capacity);
    expect(first.borrowed).toBeGreaterThan(0n);
  }
});

test('behavior: no two things happen at the same moment', () => {
  const times = events.map((event) => event.time);
  expect(new Set(times).size).toBe(times.length);
});

test('behavior: a longer history leaves the past as it was', () => {
  const cut = Date.parse('2023-04-01') / 1000;
  const shorter = loansUntil('2023-03-31');
  const past = loans
    .map((loan) => ({ ...loan, events: loan.events.filter((event) => event.time < cut) }))
    .filter((loan) => loan.events.length > 0);
  const number = (value: readonly PlannedLoan[]) =>
    value.map(({ wallet, events: all }) => ({
      wallet,
      events: all.map(({ kind, time }) => [kind, time]),
    }));
  expect(number(shorter)).toEqual(number(past));
});
