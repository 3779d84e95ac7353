/**
 * Loan arithmetic, exact in whole wei. Every division is floored except the debt, which is rounded
 * up. Prices are USDC wei per wei of a share, times 1e36. The LLTV, the loan-to-value ratio at
 * which a position can be liquidated, has 18 decimals.
 */

const priceScale = 10n ** 36n;
/** Scale of an LLTV and of a health factor. */
const wad = 10n ** 18n;

/** Total borrow shares of a market and the total debt behind them, USDC wei. */
export type TotalMarketDebt = { readonly borrowAssets: bigint; readonly borrowShares: bigint };

/** The inputs of the loan formulas. */
export type LoanFormulaInputs = {
  /** DTF shares, wei. */
  readonly collateral: bigint;
  /** USDC, wei. */
  readonly debt: bigint;
  /** 36 decimals. */
  readonly price: bigint;
  /** 18 decimals. */
  readonly lltv: bigint;
};

/** State by health factor: `SAFE` from 1.5, `WARNING` from 1.0, `LIQUIDATABLE` below 1.0. */
export type LoanHealthState = 'SAFE' | 'WARNING' | 'LIQUIDATABLE' | 'NO_DEBT';

/**
 * Returns the debt of an account, USDC wei: ⌈shares · borrowAssets / borrowShares⌉, or 0.
 *
 * @example computeDebt(2n, { borrowAssets: 10n, borrowShares: 3n }) // 7n
 */
export function computeDebt(shares: bigint, market: TotalMarketDebt): bigint {
  if (market.borrowShares === 0n) return 0n;
  return (shares * market.borrowAssets + market.borrowShares - 1n) / market.borrowShares;
}

/** The largest debt that is not liquidatable, USDC wei: collateral · price / 1e36 · LLTV / 1e18. */
export function borrowCapacity({
  collateral,
  price,
  lltv,
}: Omit<LoanFormulaInputs, 'debt'>): bigint {
  return (((collateral * price) / priceScale) * lltv) / wad;
}

/** Returns the borrow capacity divided by the debt, 18 decimals; null without debt. */
export function healthFactor(loan: LoanFormulaInputs): bigint | null {
  return loan.debt === 0n ? null : (borrowCapacity(loan) * wad) / loan.debt;
}

/** Returns the state of a loan: exactly 1.0 is not liquidatable, exactly 1.5 is safe. */
export function loanHealthState(loan: LoanFormulaInputs): LoanHealthState {
  if (loan.debt === 0n) return 'NO_DEBT';
  const capacity = borrowCapacity(loan);
  if (capacity < loan.debt) return 'LIQUIDATABLE';
  return capacity * 2n < loan.debt * 3n ? 'WARNING' : 'SAFE';
}

/** Returns how much more can be borrowed, USDC wei: max(0, capacity − debt). */
export function maxAdditionalBorrow(loan: LoanFormulaInputs): bigint {
  const capacity = borrowCapacity(loan);
  return capacity > loan.debt ? capacity - loan.debt : 0n;
}

/**
 * Returns how much collateral can be withdrawn, wei of shares: all of it without debt, else max(0,
 * collateral − (debt · 1e18 / LLTV) · 1e36 / price); 0 when price or LLTV is zero.
 */
export function maxWithdraw({ collateral, debt, price, lltv }: LoanFormulaInputs): bigint {
  if (debt === 0n) return collateral;
  if (price === 0n || lltv === 0n) return 0n;
  const needed = (((debt * wad) / lltv) * priceScale) / price;
  return collateral > needed ? collateral - needed : 0n;
}

/**
 * Returns the price below which the loan can be liquidated, 36 decimals: debt · 1e36 · 1e18 /
 * (collateral · LLTV). Null without debt, collateral or LLTV.
 */
export function liquidationPrice({ collateral, debt, lltv }: LoanFormulaInputs): bigint | null {
  if (debt === 0n || collateral === 0n || lltv === 0n) return null;
  return (debt * priceScale * wad) / (collateral * lltv);
}

/** Returns the fraction of the supplied USDC that is borrowed, 0 to 1; 0 without supply. */
export function utilisation(supplyAssets: bigint, borrowAssets: bigint): number {
  return supplyAssets === 0n ? 0 : Number((borrowAssets * wad) / supplyAssets) / 1e18;
}
