import type { Address } from 'viem';
import type { BlockTransaction } from '../block-writer.ts';

/** Something that happens on the L3 chain in the past: one block's transactions, or part of them. */
export type SeedStep = {
  /** Unix seconds. */
  readonly time: number;
  /** Number of the fund whose NAV the keeper sets in the same block, before everything else. */
  readonly price?: { readonly fund: number; readonly nav: bigint };
  readonly transactions: readonly BlockTransaction[];
  /** What accounts need for it, at most. */
  readonly spends?: readonly UsdcSpending[];
};

/** USDC (wei) that leaves an account. */
export type UsdcSpending = { readonly account: Address; readonly amount: bigint };

/** USDC that minting shares costs at most, fee included, wei. */
export function maxMintCost(shares: bigint, nav: bigint): bigint {
  const total = (shares * nav) / 10n ** 18n + 1n;
  return total + total / 1000n + 1n;
}
