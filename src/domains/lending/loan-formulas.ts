/**
 * The arithmetic of loans (wire-facts 1.4), exact in whole wei. Every division is floored but the
 * debt's, which is rounded up. Prices have 36 decimals: USDC wei per share wei, times 1e36. The
 * LLTV, the loan-to-value ratio at which a position may be liquidated, has 18.
 */

/** Scale of a price. */
const priceScale = 10n ** 36n;
/** Scale of an LLTV and of a health factor. */
const wad = 10n ** 18n;

/** Shares of a market's debt and what all of them owe, USDC wei. */
export type MarketDebt = { readonly borrowAssets: bigint; readonly borrowShares: bigint };

/** What a loan is judged by. */
export type Loan = {
  /** DTF shares, wei. */
  readonly collateral: bigint;
  /** USDC, wei. */
  readonly debt: bigint;
  /** 36 decimals. */
  readonly price: bigint;
  /** 18 decimals. */
  readonly lltv: bigint;
};

/** How far a loan is from its liquidation: at and above 1.5, below 1.5, below 1.0, no debt. */
export type HealthState = 'SAFE' | 'WARNING' | 'LIQUIDATABLE' | 'NO_DEBT';

/**
 * What an account owes, USDC wei: ⌈shares · market.borrowAssets / market.borrowShares⌉. A market
 * without borrow shares owes nothing.
 *
 * @example debtOf(2n, { borrowAssets: 10n, borrowShares: 3n }) // 7n
 */
export function computeDebt(shares: bigint, market: MarketDebt): bigint {
  if (market.borrowShares === 0n) return 0n;
  return (shares * market.borrowAssets + market.borrowShares - 1n) / market.borrowShares;
}

/** What an account may owe before it can be liquidated, USDC wei: collateral · price / 1e36 · LLTV / 1e18. */
export function borrowCapacity({ collateral, price, lltv }: Omit<Loan, 'debt'>): bigint {
  return (((collateral * price) / priceScale) * lltv) / wad;
}

/** Capacity over debt with 18 decimals; null without debt. */
export function healthFactor(loan: Loan): bigint | null {
  return loan.debt === 0n ? null : (borrowCapacity(loan) * wad) / loan.debt;
}

/** The state of a loan, compared exactly: a health factor of 1.0 is not liquidatable, one of 1.5 is safe. */
export function healthState(loan: Loan): HealthState {
  if (loan.debt === 0n) return 'NO_DEBT';
  const capacity = borrowCapacity(loan);
  if (capacity < loan.debt) return 'LIQUIDATABLE';
  return capacity * 2n < loan.debt * 3n ? 'WARNING' : 'SAFE';
}

/** What more may be borrowed, USDC wei: max(0, capacity − debt). */
export function maxBorrow(loan: Loan): bigint {
  const capacity = borrowCapacity(loan);
  return capacity > loan.debt ? capacity - loan.debt : 0n;
}

/**
 * Collateral that the debt does not need, share wei: all without debt, else
 * max(0, collateral − (debt · 1e18 / LLTV) · 1e36 / price). Nothing when price or LLTV is zero.
 */
export function maxWithdraw({ collateral, debt, price, lltv }: Loan): bigint {
  if (debt === 0n) return collateral;
  if (price === 0n || lltv === 0n) return 0n;
  const needed = (((debt * wad) / lltv) * priceScale) / price;
  return collateral > needed ? collateral - needed : 0n;
}

/**
 * The price below which the loan can be liquidated, 36 decimals: debt · 1e36 · 1e18 / (collateral ·
 * LLTV). Null when there is no such price: without debt, without collateral, with an LLTV of zero.
 */
export function liquidationPrice({ collateral, debt, lltv }: Loan): bigint | null {
  if (debt === 0n || collateral === 0n || lltv === 0n) return null;
  return (debt * priceScale * wad) / (collateral * lltv);
}

/** Share of the supplied USDC that is lent out, 0 to 1; 0 when nothing is supplied. */
export function utilisation(supplyAssets: bigint, borrowAssets: bigint): number {
  return supplyAssets === 0n ? 0 : Number((borrowAssets * wad) / supplyAssets) / 1e18;
}
