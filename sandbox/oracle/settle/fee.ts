/** The protocol's part of profits: 5 basis points = 0.05 % (spec: Limits, Protocol fee). */
export const FEE_BPS = 5n;

/**
 * Returns the fee on a gain, wei: floor(gain · 5 / 10000), nothing on a loss (wire-facts 3.3).
 *
 * @example feeOn(20_000n) // 10n
 */
export function feeOn(gain: bigint): bigint {
  return gain > 0n ? (gain * FEE_BPS) / 10_000n : 0n;
}
