/**
 * Splits an amount by weight so that the parts sum to it exactly.
 *
 * part[i] = floor(amount · weight[i] / Σ weight); the remaining wei go one each to the first
 * receivers with a weight, in the given order.
 *
 * @param amount - Wei, not negative.
 * @param weights - Not negative; their sum is positive if `amount` is.
 * @throws {RangeError} the amount is positive and no receiver has a weight.
 */
export function splitByWeight(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount === 0n) return weights.map(() => 0n);
  if (total <= 0n) throw new RangeError('an amount cannot be split without a positive weight');
  const parts = weights.map((weight) => (amount * weight) / total);
  let left = amount - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part, i) => {
    if (left === 0n || weights[i] === 0n) return part;
    left -= 1n;
    return part + 1n;
  });
}
