import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { weiToNumber } from '../../lib/format.ts';

export const accruingLoan = graphql(`
  fragment AccruingLoan on LendingPosition {
    id
    debt
    healthFactor
    market {
      id
      rates {
        borrowRatePct
        accruedAt
      }
    }
  }
`);

/** What a loan owes beside its debt: interest that its market has not added yet. */
export type DueInterest = {
  /** Estimate, USDC. */
  readonly usdc: number;
  /** Up to when the debt includes interest, Unix seconds. */
  readonly accruedAt: number;
  readonly borrowRatePct: number;
  /** Debt and interest, USDC. */
  readonly owedUsdc: number;
  /** Health factor with the interest. */
  readonly healthFactor: number;
};

/** How interest that is due is estimated. */
export const dueInterestDefinition =
  'Estimate: debt · borrow rate · time since the market was last used, USDC. The market adds it at its next use by anybody, including a liquidation; until then debt, health factor and liquidation price do not include it.';

const secondsPerYear = 365 * 86_400;

/** Estimates the interest on a debt since its market last added some, in the unit of the debt. */
export const estimateInterest = (
  debt: number,
  { borrowRatePct, accruedAt }: Pick<DueInterest, 'borrowRatePct' | 'accruedAt'>,
  now = Date.now() / 1000,
): number => (debt * (borrowRatePct / 100) * Math.max(0, now - accruedAt)) / secondsPerYear;

/** Estimates the interest that a loan owes since its market last added some; null without debt or rate. */
export function readDueInterest(
  loan: FragmentType<typeof accruingLoan>,
  now = Date.now() / 1000,
): DueInterest | null {
  const { debt, healthFactor, market } = readFragment(accruingLoan, loan);
  const owed = weiToNumber(debt);
  if (market.rates === null || healthFactor === null || owed === 0) return null;
  const usdc = estimateInterest(owed, market.rates, now);
  return {
    usdc,
    accruedAt: market.rates.accruedAt,
    borrowRatePct: market.rates.borrowRatePct,
    owedUsdc: owed + usdc,
    healthFactor: (healthFactor * owed) / (owed + usdc),
  };
}
