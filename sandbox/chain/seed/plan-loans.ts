import type { MarketHistory } from '../../world/market-history.ts';
import { usdToWei, WEI_PER_UNIT } from '../../world/nav.ts';
import type { FundsPlan } from '../../world/plan-funds.ts';
import { lendingBorrowRate, lendingLltv } from '../deploy/l3-contracts.ts';
import type { FundNavs } from './fund-navs.ts';

/** One event of a loan; amounts in wei. */
export type PlannedLoanEvent = {
  /** Unix seconds. */
  readonly time: number;
  /** NAV of the fund at the time of the event. */
  readonly nav: bigint;
} & (
  | { readonly kind: 'open'; readonly collateral: bigint; readonly borrowed: bigint }
  | { readonly kind: 'repay'; readonly amount: bigint }
  | { readonly kind: 'withdraw'; readonly collateral: bigint }
  | { readonly kind: 'liquidate'; readonly seized: bigint }
  | { readonly kind: 'close'; readonly collateral: bigint; readonly owedAtMost: bigint }
);

/** A wallet's loan against shares of one fund. */
export type PlannedLoan = {
  readonly wallet: number;
  /** Fund number. */
  readonly fund: number;
  /** Ascending by time; the first event opens the loan. */
  readonly events: readonly PlannedLoanEvent[];
};

/** Days between the openings of two loans. */
const openEvery = 75;
const lookEvery = 30;
const firstAge = 40;
const collateralUsd = [4_000, 9_000, 15_000, 30_000] as const;
/** Loan-to-value ratios at the opening, percent. */
const loanToValue = [25n, 40n, 50n, 60n, 68n] as const;
/** Share amounts are multiples of 0.001. */
const shareStep = 10n ** 15n;
const secondsADay = 86_400;

/** State of a loan at one check. The exact debt is unknown, because it includes interest. */
type LoanState = {
  readonly collateral: bigint;
  readonly owedAtLeast: bigint;
  /** Upper bound of the debt without interest, wei. */
  readonly principalAtMost: bigint;
};

/**
 * Plans the loans of the world, one after the other over all funds and wallets, opened at
 * loan-to-value ratios from 25 % to 68 %. Some loans are partly or fully repaid, and some
 * collateral is withdrawn. At the next check, a loan that has become unsafe loses half or all of
 * its collateral to the liquidator. Events of a day never depend on later days.
 */
export function planLoans(
  history: MarketHistory,
  plan: FundsPlan,
  navs: FundNavs,
): readonly PlannedLoan[] {
  const loans: PlannedLoan[] = [];
  const firstDay = (plan.funds[0]?.createdDay ?? history.days) + firstAge;
  for (let day = firstDay; day < history.days; day += openEvery) {
    const number = loans.length;
    const open = plan.funds.filter((fund) => fund.createdDay + firstAge <= day).length;
    const fund = (number * 5) % open;
    const wallet = (number * 7 + 3) % plan.walletCount;
    loans.push({ wallet, fund, events: loanEvents(number, { history, navs, fund, openDay: day }) });
  }
  return loans.filter((loan) => loan.events.length > 0);
}

function loanEvents(
  number: number,
  terms: { history: MarketHistory; navs: FundNavs; fund: number; openDay: number },
): readonly PlannedLoanEvent[] {
  const { history, navs, fund, openDay } = terms;
  const events: PlannedLoanEvent[] = [];
  let state: LoanState = { collateral: 0n, owedAtLeast: 0n, principalAtMost: 0n };
  for (let day = openDay; day < history.days; day += lookEvery) {
    // Events of different loans are at least some seconds apart.
    const time = (history.firstDay + day) * secondsADay + 3_600 + number * 60;
    const nav = navs.navAt(fund, time * 1000);
    if (nav === 0n) break;
    const owedAtMost = withInterest(state.principalAtMost, day - openDay);
    const look = (day - openDay) / lookEvery;
    const event = nextEvent(state, { number, look, time, nav, owedAtMost });
    if (event === null) continue;
    events.push(event);
    if (event.kind === 'close') break;
    state = after(state, event);
    if (state.owedAtLeast <= 0n || state.collateral < shareStep) break;
  }
  return events;
}

function nextEvent(
  { collateral, owedAtLeast, principalAtMost }: LoanState,
  at: { number: number; look: number; time: number; nav: bigint; owedAtMost: bigint },
): PlannedLoanEvent | null {
  const { number, look, time, nav, owedAtMost } = at;
  if (look === 0) {
    const pledged = sharesWorth(choose(collateralUsd, number), nav);
    const borrowed = (worthOf(pledged, nav) * choose(loanToValue, number)) / 100n;
    return { kind: 'open', time, nav, collateral: pledged, borrowed };
  }
  if (owedAtLeast > capacityOf(collateral, nav)) {
    // The liquidator may seize all collateral only if the debt is above 1 / 1.0741 of the
    // collateral's value.
    const isHopeless = owedAtLeast * 100n > worthOf(collateral, nav) * 94n;
    return { kind: 'liquidate', time, nav, seized: isHopeless ? collateral : collateral / 2n };
  }
  if (look === 1 && number % 2 === 1) {
    return { kind: 'repay', time, nav, amount: (principalAtMost * 3n) / 10n };
  }
  const part = collateral / 10n;
  if (look === 2 && number % 3 === 0 && owedAtMost * 2n < capacityOf(collateral - part, nav)) {
    return { kind: 'withdraw', time, nav, collateral: part };
  }
  if (look === 4 && number % 4 === 3) return { kind: 'close', time, nav, collateral, owedAtMost };
  return null;
}

function after(state: LoanState, event: PlannedLoanEvent): LoanState {
  const { collateral, owedAtLeast, principalAtMost } = state;
  if (event.kind === 'open') {
    const { borrowed } = event;
    return { collateral: event.collateral, owedAtLeast: borrowed, principalAtMost: borrowed };
  }
  if (event.kind === 'withdraw') return { ...state, collateral: collateral - event.collateral };
  if (event.kind === 'repay') {
    const left = (owed: bigint) => owed - event.amount;
    return { collateral, owedAtLeast: left(owedAtLeast), principalAtMost: left(principalAtMost) };
  }
  if (event.kind === 'close') return { collateral: 0n, owedAtLeast: 0n, principalAtMost: 0n };
  // The liquidator pays 1 / 1.0741 of the value of the seized shares (LLTV 0.77).
  const worth = worthOf(event.seized, event.nav);
  return {
    collateral: collateral - event.seized,
    owedAtLeast: owedAtLeast - (worth * 94n) / 100n,
    principalAtMost: principalAtMost - (worth * 93n) / 100n,
  };
}

/**
 * Returns an upper bound of the debt: the markets' simple interest compounds with each transaction.
 */
function withInterest(principal: bigint, days: number): bigint {
  const rate = (lendingBorrowRate * 5n) / 4n;
  return principal + (principal * rate * BigInt(days)) / (365n * WEI_PER_UNIT) + 1n;
}

function worthOf(shares: bigint, nav: bigint): bigint {
  return (shares * nav) / WEI_PER_UNIT;
}

function capacityOf(shares: bigint, nav: bigint): bigint {
  return (worthOf(shares, nav) * lendingLltv) / WEI_PER_UNIT;
}

function sharesWorth(usd: number, nav: bigint): bigint {
  const shares = (usdToWei(usd) * WEI_PER_UNIT) / nav;
  return (shares / shareStep + 1n) * shareStep;
}

function choose<Item>(items: readonly [Item, ...Item[]], number: number): Item {
  return items[number % items.length] ?? items[0];
}
