import {
  computeGrowth,
  computeVolatility,
  createLookback,
  fillLookback,
  type Lookback,
} from './lookback.ts';
import type { WeightingDecision, WeightingScheme } from './weighting-decision.ts';
import { weighByValues, weighEqually } from './weighting-decision.ts';

/** Inputs and output of a scoring of the assets with a valid look-back. */
export type ScoringInput = {
  readonly decision: WeightingDecision;
  readonly lookback: Lookback;
  /** Receives m scores ≥ 0, in the order of the look-back's positions. */
  readonly scores: Float64Array;
};

/** Scores assets; returns false if nothing is to be bought. */
export type ScoreAssets = (input: ScoringInput) => boolean;

/**
 * Creates a scheme that weighs in proportion to scores; 0 for assets without a valid look-back,
 * equal weights if no asset has one.
 *
 * @param length - L, days.
 */
export function createScoringScheme(
  scoring: ScoreAssets,
  { length, capacity }: { readonly length: number; readonly capacity: number },
): WeightingScheme {
  const lookback = createLookback(capacity);
  const scores = new Float64Array(capacity);
  return (decision) => {
    fillLookback(lookback, decision, length);
    if (lookback.m === 0) {
      weighEqually(decision);
      return;
    }
    const invest = scoring({ decision, lookback, scores });
    decision.weights.fill(0, 0, decision.n);
    if (!invest) return;
    for (let k = 0; k < lookback.m; k += 1) {
      decision.weights[lookback.positions[k] as number] = scores[k] as number;
    }
    weighByValues(decision);
  };
}

/** Fills `scores` with growth factors P̃[u] / P̃[u − a_i]. */
export function fillGrowthScores({ decision, lookback, scores }: ScoringInput): void {
  for (let k = 0; k < lookback.m; k += 1) {
    const asset = decision.assets[lookback.positions[k] as number] as number;
    const span = lookback.spans[k] as number;
    scores[k] = computeGrowth(decision.market, { asset, u: decision.u, span });
  }
}

/** Fills `scores` with σ_i. */
export function fillVolatilityScores({ decision, lookback, scores }: ScoringInput): void {
  for (let k = 0; k < lookback.m; k += 1) {
    const asset = decision.assets[lookback.positions[k] as number] as number;
    const span = lookback.spans[k] as number;
    scores[k] = computeVolatility(decision.market, { asset, u: decision.u, span });
  }
}
