import type { PreparedMarket } from '../prepare-market.ts';

/** Inputs of a weighting scheme, and the array for its weights. */
export type WeightingDecision = {
  readonly market: PreparedMarket;
  /** The last day whose data may be used (the day before the trade). */
  readonly u: number;
  /** Number of selected assets, at least 1. */
  readonly n: number;
  /** Column numbers of the selected assets, the first n of them. */
  readonly assets: Int32Array;
  /** Receives n fractions ≥ 0. Its previous content is arbitrary. */
  readonly weights: Float64Array;
};

/**
 * Fills `weights` of a decision. A scheme may reuse buffers, so that each run needs a scheme of its
 * own.
 */
export type WeightingScheme = (decision: WeightingDecision) => void;

/** Gives every selected asset the weight 1/n. */
export function weighEqually({ weights, n }: WeightingDecision): void {
  weights.fill(1 / n, 0, n);
}

/** Weighs in proportion to the values (≥ 0) in `weights`; equally if all are 0. */
export function weighByValues(decision: WeightingDecision): void {
  const { weights, n } = decision;
  let total = 0;
  for (let k = 0; k < n; k += 1) total += weights[k] as number;
  if (!(total > 0)) {
    weighEqually(decision);
    return;
  }
  for (let k = 0; k < n; k += 1) weights[k] = (weights[k] as number) / total;
}
