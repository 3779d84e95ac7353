import { WEI_PER_UNIT } from '../../world/nav.ts';

/** Totals of a lending market as the contract holds them, wei. */
export type MarketTotals = {
  readonly totalSupplyAssets: bigint;
  readonly totalSupplyShares: bigint;
  readonly totalBorrowAssets: bigint;
  readonly totalBorrowShares: bigint;
};

/** Inputs of a loan's health; `price` has 36 decimals, `lltv` 18. */
export type LoanTerms = {
  readonly collateral: bigint;
  readonly debt: bigint;
  readonly price: bigint;
  readonly lltv: bigint;
};

/** Health and limits of a loan, wei. */
export type LoanHealth = {
  readonly maxBorrow: bigint;
  readonly maxWithdraw: bigint;
  /** Borrowing capacity divided by debt, 18 decimals; null without debt. */
  readonly health: bigint | null;
};

/** Scale of the price oracle's price. */
const PRICE_SCALE = 10n ** 36n;

/** Computes debt = ⌈borrow_shares · total_borrow_assets / total_borrow_shares⌉. */
export function computeDebt(borrowShares: bigint, totals: MarketTotals): bigint {
  const { totalBorrowAssets, totalBorrowShares } = totals;
  if (borrowShares === 0n || totalBorrowShares === 0n) return 0n;
  return (borrowShares * totalBorrowAssets + totalBorrowShares - 1n) / totalBorrowShares;
}

/**
 * Computes the health of a loan; every division rounds down:
 * collateral_value = collateral · price / 1e36;
 * capacity = collateral_value · LLTV / 1e18;
 * health = capacity / debt;
 * max_borrow = max(0, capacity − debt);
 * max_withdraw = collateral without debt, else max(0, collateral − (debt·1e18/LLTV)·1e36/price).
 */
export function computeLoanHealth({ collateral, debt, price, lltv }: LoanTerms): LoanHealth {
  const capacity = (((collateral * price) / PRICE_SCALE) * lltv) / WEI_PER_UNIT;
  const maxBorrow = capacity > debt ? capacity - debt : 0n;
  if (debt === 0n) return { maxBorrow, maxWithdraw: collateral, health: null };
  const bound =
    price === 0n || lltv === 0n
      ? collateral
      : (((debt * WEI_PER_UNIT) / lltv) * PRICE_SCALE) / price;
  const maxWithdraw = collateral > bound ? collateral - bound : 0n;
  return { maxBorrow, maxWithdraw, health: (capacity * WEI_PER_UNIT) / debt };
}
