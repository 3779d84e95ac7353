import type { Decision } from './decision.ts';
import { weighEqually } from './decision.ts';

/**
 * Weighs in proportion to the values (≥ 0) that stand in `weights`, none above `limit`:
 * w_i = min(κ, λ·x_i) with λ such that Σw = 1 (simulation.md 2.4, mcap_cap).
 *
 * Only assets with a value share. When κ is too small for them to reach 1, they weigh the same;
 * when nobody has a value, all selected assets do.
 *
 * @param limit - κ, a fraction above 0.
 */
export function weighWithCap(decision: Decision, limit: number): void {
  const { weights, n } = decision;
  const values = weights.subarray(0, n);
  const sorted = Float64Array.from(values).sort().reverse();
  let present = 0;
  while (present < n && (sorted[present] as number) > 0) present += 1;
  if (present === 0) {
    weighEqually(decision);
    return;
  }
  if (present * limit <= 1) {
    for (let k = 0; k < n; k += 1) values[k] = (values[k] as number) > 0 ? 1 / present : 0;
    return;
  }
  const rate = shareRate(sorted.subarray(0, present), limit);
  for (let k = 0; k < n; k += 1) values[k] = Math.min(limit, rate * (values[k] as number));
}

/** λ: what one unit of value weighs once the k largest are held at the limit. */
function shareRate(sorted: Float64Array, limit: number): number {
  // Sums from the small end, so that the rest below a giant keeps its digits.
  const rest = new Float64Array(sorted.length);
  let sum = 0;
  for (let k = sorted.length - 1; k >= 0; k -= 1) {
    sum += sorted[k] as number;
    rest[k] = sum;
  }
  let capped = 0;
  while (capped < sorted.length - 1) {
    const rate = (1 - capped * limit) / (rest[capped] as number);
    if (rate * (sorted[capped] as number) <= limit) return rate;
    capped += 1;
  }
  return (1 - capped * limit) / (rest[capped] as number);
}
