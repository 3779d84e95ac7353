import type { WeightingDecision } from './weighting-decision.ts';
import { weighEqually } from './weighting-decision.ts';

/**
 * Weighs in proportion to the values (≥ 0) in `weights`, none above `limit`: w_i = min(κ, λ·x_i)
 * with λ such that Σw = 1 (docs/backtest-engine.md §4, mcap_cap and tvl_cap).
 *
 * n counts every selected asset, also those without a value (x = 0). If nκ ≤ 1, all weigh 1/n. If
 * nκ > 1, no weight exceeds κ; if the assets with a value cannot take the whole portfolio, each of
 * them weighs κ and the others share the rest equally.
 *
 * @param limit - κ, a fraction above 0.
 */
export function weighWithLimit(decision: WeightingDecision, limit: number): void {
  const { weights, n } = decision;
  const values = weights.subarray(0, n);
  const sorted = Float64Array.from(values).sort().reverse();
  if (n * limit <= 1 || !((sorted[0] as number) > 0)) {
    weighEqually(decision);
    return;
  }
  const { capped, tail } = capLargest(sorted, limit);
  const free = 1 - capped * limit;
  const rest = n > capped ? Math.min(limit, Math.max(0, free / (n - capped))) : 0;
  for (let k = 0; k < n; k += 1) {
    const value = values[k] as number;
    if (tail > 0) values[k] = Math.min(limit, (free / tail) * value);
    else values[k] = value > 0 ? limit : rest;
  }
}

/** Returns how many of the largest values are limited, and the sum of the remaining values. */
function capLargest(sorted: Float64Array, limit: number): { capped: number; tail: number } {
  // Sums in ascending order, so that the sum of small values is not rounded by a very large one.
  const tails = new Float64Array(sorted.length + 1);
  for (let k = sorted.length - 1; k >= 0; k -= 1) {
    tails[k] = (tails[k + 1] as number) + (sorted[k] as number);
  }
  let capped = 0;
  while ((tails[capped] as number) > 0) {
    const rate = (1 - capped * limit) / (tails[capped] as number);
    if (rate * (sorted[capped] as number) <= limit) break;
    capped += 1;
  }
  return { capped, tail: tails[capped] as number };
}
