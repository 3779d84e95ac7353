import type { Address } from 'viem';
import type { BlockTransaction } from '../block-writer.ts';

/**
 * Transactions of one event in the L3 chain's past. They are mined in one block, together with
 * those of other events at the same time.
 */
export type SeedStep = {
  /** Unix seconds. */
  readonly time: number;
  /** The fund number and the NAV that the keeper sets at the beginning of the same block. */
  readonly price?: { readonly fund: number; readonly nav: bigint };
  readonly transactions: readonly BlockTransaction[];
  /** Maximum USDC that the accounts spend. */
  readonly spends?: readonly UsdcSpending[];
};

/** USDC that an account spends, wei. */
export type UsdcSpending = { readonly account: Address; readonly amount: bigint };

/** Returns the maximum USDC cost of minting shares, fee included, wei. */
export function computeMaxMintCost(shares: bigint, nav: bigint): bigint {
  const total = (shares * nav) / 10n ** 18n + 1n;
  return total + total / 1000n + 1n;
}
