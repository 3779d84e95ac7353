import { computeDebt, healthFactor, type Loan, maxBorrow, maxWithdraw } from './loan-formulas.ts';
import type { LendingMarket, LendingPosition } from './schema.ts';

/** The LLTV of markets that do not tell theirs, 18 decimals (wire-facts 1.4). */
export const defaultLltv = 770_000_000_000_000_000n;

/** A position as read: amounts as decimal strings, nothing derived. */
export type RawPosition = Pick<
  LendingPosition,
  'collateral' | 'borrow_shares' | 'oracle_price' | 'market'
>;

/** The numbers a position is judged by. */
export function toLoan(position: RawPosition): Loan {
  const { market } = position;
  return {
    collateral: BigInt(position.collateral),
    debt: computeDebt(BigInt(position.borrow_shares), {
      borrowAssets: BigInt(market.total_borrow_assets),
      borrowShares: BigInt(market.total_borrow_shares),
    }),
    price: BigInt(position.oracle_price),
    lltv: parseLltv(market),
  };
}

/** Loan-to-value ratio of liquidation of a market, 18 decimals. */
export function parseLltv(market: LendingMarket): bigint {
  return market.lltv === undefined ? defaultLltv : BigInt(market.lltv);
}

/**
 * Adds what follows from a position: debt, health and what may still be borrowed or withdrawn. It
 * is computed here whatever the data node says of it, so both doors agree and the formulas hold.
 */
export function assessPosition<T extends RawPosition>(raw: T): T & LendingPosition {
  const loan = toLoan(raw);
  return {
    ...raw,
    debt_amount: String(loan.debt),
    max_borrow: String(maxBorrow(loan)),
    max_withdraw: String(maxWithdraw(loan)),
    health_factor: spellHealth(healthFactor(loan)),
  };
}

/** Two decimals, cut off, so that a loan below 1 never reads `1.00`; `Infinity` without debt. */
function spellHealth(health: bigint | null): string {
  if (health === null) return 'Infinity';
  const hundredths = health / 10n ** 16n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** True for a wallet that has something in the market. */
export function hasLendingActivity(position: RawPosition): boolean {
  return BigInt(position.collateral) > 0n || BigInt(position.borrow_shares) > 0n;
}
