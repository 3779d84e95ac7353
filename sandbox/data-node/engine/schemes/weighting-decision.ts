import type { PreparedMarket } from '../prepare-market.ts';

/** One weighting decision: everything a scheme may look at, and where its weights go. */
export type WeightingDecision = {
  readonly market: PreparedMarket;
  /** The last day whose data may be used (the day before the trade). */
  readonly u: number;
  /** Number of selected assets, at least 1. */
  readonly n: number;
  /** Column numbers of the selected assets, the first n of them. */
  readonly assets: Int32Array;
  /** Receives n fractions ≥ 0; holds anything before. */
  readonly weights: Float64Array;
};

/** Fills `weights` of a decision; a scheme may keep buffers, so it serves one run at a time. */
export type WeightingScheme = (decision: WeightingDecision) => void;

/** Gives every selected asset 1/n. */
export function weighEqually({ weights, n }: WeightingDecision): void {
  weights.fill(1 / n, 0, n);
}

/** Weighs in proportion to the values (≥ 0) that stand in `weights`; equally when all are 0. */
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
