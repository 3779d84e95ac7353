import {
  computeDebt,
  healthFactor,
  type LoanFormulaInputs,
  maxAdditionalBorrow,
  maxWithdraw,
} from './loan-formulas.ts';
import type { LendingMarket, LendingPosition } from './schema.ts';

/** Default liquidation loan-to-value ratio (LLTV) of a market, 18 decimals. */
export const defaultLltv = 770_000_000_000_000_000n;

/** A position as read from the upstream: amounts as decimal strings, no derived figures. */
export type RawLendingPosition = Pick<
  LendingPosition,
  'collateral' | 'borrow_shares' | 'oracle_price' | 'market'
>;

/** Parses the figures of a position that the loan formulas need. */
export function toLoanFormulaInputs(position: RawLendingPosition): LoanFormulaInputs {
  const { market } = position;
  return {
    collateral: BigInt(position.collateral),
    debt: computeDebt(BigInt(position.borrow_shares), {
      borrowAssets: BigInt(market.total_borrow_assets),
      borrowShares: BigInt(market.total_borrow_shares),
    }),
    price: BigInt(position.oracle_price),
    lltv: parseLltvWad(market),
  };
}

/** Returns the LLTV of a market with 18 decimals; `defaultLltv` if the market has none. */
export function parseLltvWad(market: LendingMarket): bigint {
  return market.lltv === undefined ? defaultLltv : BigInt(market.lltv);
}

/**
 * Adds debt, health factor, and the amounts that can still be borrowed or withdrawn. The data
 * node's own figures are ignored, so that both APIs agree.
 */
export function assessPosition<T extends RawLendingPosition>(raw: T): T & LendingPosition {
  const loan = toLoanFormulaInputs(raw);
  return {
    ...raw,
    debt_amount: String(loan.debt),
    max_borrow: String(maxAdditionalBorrow(loan)),
    max_withdraw: String(maxWithdraw(loan)),
    health_factor: formatHealthFactor(healthFactor(loan)),
  };
}

/** Formats a health factor with two decimals, truncated so that none below 1 becomes `1.00`. */
function formatHealthFactor(health: bigint | null): string {
  if (health === null) return 'Infinity';
  const hundredths = health / 10n ** 16n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** Returns true when the position has collateral or debt. */
export function hasCollateralOrDebt(position: RawLendingPosition): boolean {
  return BigInt(position.collateral) > 0n || BigInt(position.borrow_shares) > 0n;
}
