import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanHealth } from '../../generated/graphql.ts';
import { weiToNumber } from '../../lib/format.ts';
import { stateOf } from '../../ui/loan-state.tsx';

export const accruingLoan = graphql(`
  fragment AccruingLoan on LendingPosition {
    id
    debt
    healthFactor
    state
    market {
      id
      rates {
        borrowRatePct
        accruedAt
      }
    }
  }
`);

/** What a market charges for loans, and up to when debts include it. */
export type LoanRates = {
  /** Percent a year, without compounding. */
  readonly borrowRatePct: number;
  /** When the market last added interest to its debts, Unix seconds. */
  readonly accruedAt: number;
};

/** The health of a loan as the contract states it, or as the API computes it after a fall. */
type StatedHealth = { readonly healthFactor: number | null; readonly state: LoanHealth };

/** The health of a loan with the interest that is due. */
export type HealthWithInterest = StatedHealth & {
  /** Whether interest is counted that the debt does not include: then the health is an estimate. */
  readonly isEstimate: boolean;
};

/** What a loan owes beside its debt: interest that its market has not added yet. */
export type DueInterest = LoanRates & {
  /** Estimate, USDC. */
  readonly usdc: number;
  /** The debt by the contract, without the interest, USDC. */
  readonly debtUsdc: number;
  /** Debt and interest, USDC. */
  readonly owedUsdc: number;
  /** Health factor by the contract, without the interest. */
  readonly statedHealthFactor: number;
  /** Health factor with the interest. */
  readonly healthFactor: number;
  /** Whether the interest is too little to be shown. */
  readonly isTrifle: boolean;
  /** When interest alone, compounded, brings the health factor to 1, Unix seconds; null if it never does. */
  readonly limitAt: number | null;
};

/** How interest that is due is estimated. */
export const dueInterestDefinition =
  'Estimate without compounding: debt · borrow rate · time since the market was last used, USDC. The market adds it at its next use by anybody, including a liquidation, before it compares debt and collateral: the health that counts is the one with the interest.';

const secondsPerYear = 365 * 86_400;

/** Returns the interest that is due on a debt, as a fraction of the debt. */
const dueFraction = ({ borrowRatePct, accruedAt }: LoanRates, now: number): number =>
  ((borrowRatePct / 100) * Math.max(0, now - accruedAt)) / secondsPerYear;

/** Interest below it changes no figure that is shown, as a fraction of the debt. */
const leastFraction = 1e-6;

/** Estimates the interest on a debt since its market last added some, in the unit of the debt. */
export const estimateInterest = (debt: number, rates: LoanRates, now = Date.now() / 1000): number =>
  debt * dueFraction(rates, now);

/** Counts the interest that is due: a liquidation adds it to the debt before it reads the health. */
export function addDueInterest(
  { healthFactor, state }: StatedHealth,
  rates: LoanRates | null | undefined,
  now = Date.now() / 1000,
): HealthWithInterest {
  const fraction = rates == null ? 0 : dueFraction(rates, now);
  if (healthFactor === null || fraction < leastFraction)
    return { healthFactor, state, isEstimate: false };
  const withInterest = healthFactor / (1 + fraction);
  return { healthFactor: withInterest, state: stateOf(withInterest), isEstimate: true };
}

/** Returns the health of a loan with the interest that is due. */
export function readHealth(
  loan: FragmentType<typeof accruingLoan>,
  now?: number,
): HealthWithInterest {
  const stated = readFragment(accruingLoan, loan);
  return addDueInterest(stated, stated.market.rates, now);
}

/** Estimates the interest that a loan owes since its market last added some; null without debt or rate. */
export function readDueInterest(
  loan: FragmentType<typeof accruingLoan>,
  now = Date.now() / 1000,
): DueInterest | null {
  const { debt, healthFactor: stated, market } = readFragment(accruingLoan, loan);
  const { rates } = market;
  const debtUsdc = weiToNumber(debt);
  if (rates === null || stated === null || debtUsdc === 0) return null;
  const { borrowRatePct, accruedAt } = rates;
  const fraction = dueFraction(rates, now);
  // Each use of the market compounds the interest; without compounding it takes longer.
  const yearsToLimit = Math.log(stated) / (borrowRatePct / 100);
  return {
    borrowRatePct,
    accruedAt,
    usdc: debtUsdc * fraction,
    debtUsdc,
    owedUsdc: debtUsdc * (1 + fraction),
    statedHealthFactor: stated,
    healthFactor: stated / (1 + fraction),
    isTrifle: fraction < leastFraction,
    limitAt: borrowRatePct > 0 ? accruedAt + yearsToLimit * secondsPerYear : null,
  };
}
