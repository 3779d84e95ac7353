/** NAV of a basket in integers with 18 decimals (docs/backtest-engine.md §8). */

/** 1.0 in wei. */
export const WEI_PER_UNIT = 10n ** 18n;

const powersOfTen = Array.from({ length: 19 }, (_, k) => 10 ** k);
const powersOfTenWei = Array.from({ length: 19 }, (_, k) => 10n ** BigInt(k));

/**
 * Converts a USD number to wei exactly: the shortest decimal form of the number, shifted by
 * eighteen places; further digits are cut off.
 *
 * @throws {RangeError} the number is negative or not finite.
 * @example usdToWei(0.1) // 100000000000000000n
 */
export function usdToWei(usd: number): bigint {
  if (!(usd >= 0) || usd === Number.POSITIVE_INFINITY) {
    throw new RangeError('a price must be a finite number of at least 0');
  }
  const places = 7 - Math.floor(Math.log10(usd));
  const power = powersOfTen[places];
  const wei = powersOfTenWei[18 - places];
  if (power !== undefined && wei !== undefined) {
    const digits = Math.round(usd * power);
    // If up to fifteen digits give the same number, they are its shortest form.
    if (digits / power === usd) return BigInt(digits) * wei;
  }
  return shiftDecimal(usd);
}

/** Converts by text, for numbers with many digits and for very large or small ones. */
function shiftDecimal(usd: number): bigint {
  const [mantissa = '0', exponent = '0'] = usd.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const shift = 18 + Number(exponent) - (digits.length - 1);
  if (shift >= 0) return BigInt(digits) * 10n ** BigInt(shift);
  return BigInt(digits) / 10n ** BigInt(-shift);
}

/** Converts wei to the nearest USD number. */
export function weiToUsd(wei: bigint): number {
  return Number(wei) / 1e18;
}

/**
 * Computes the value of one DTF share: NAV = ⌊Σ quantity[i] · price[i] / 1e18⌋, rounded once at the
 * end (docs/backtest-engine.md §8).
 *
 * @param quantities - Wei of each asset per share.
 * @param prices - In the same order, USD; `null` or NaN if unknown, which leaves the asset out of
 * the sum.
 * @returns the NAV in wei, and the number of assets with a price.
 * @throws {RangeError} the lists differ in length.
 */
export function computeNavWei(
  quantities: readonly bigint[],
  prices: readonly (number | null)[],
): { readonly nav: bigint; readonly assetsPriced: number } {
  if (quantities.length !== prices.length) {
    throw new RangeError('quantities and prices must have the same length');
  }
  let sum = 0n;
  let assetsPriced = 0;
  for (const [i, quantity] of quantities.entries()) {
    const price = prices[i] ?? null;
    if (price === null || Number.isNaN(price)) continue;
    sum += quantity * usdToWei(price);
    assetsPriced += 1;
  }
  return { nav: sum / WEI_PER_UNIT, assetsPriced };
}
