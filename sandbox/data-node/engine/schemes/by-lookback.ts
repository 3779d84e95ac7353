import type { Decision, Scheme } from './decision.ts';
import { weighByValues, weighEqually } from './decision.ts';
import { createLookback, growth, type Lookback, readLookback, volatility } from './lookback.ts';

/** What a scheme works out from the assets that have a valid look-back. */
export type LookbackCase = {
  readonly decision: Decision;
  readonly lookback: Lookback;
  /** Receives m scores ≥ 0, in the order of the look-back's positions. */
  readonly scores: Float64Array;
};

/** How a scheme scores assets; `false` says that nothing shall be bought. */
export type Scoring = (lookbackCase: LookbackCase) => boolean;

/**
 * Makes a scheme of a scoring: weights in proportion to the scores, 0 for assets without a valid
 * look-back, equal weights when no asset has one.
 *
 * @param length - L, days.
 */
export function weighByScores(
  scoring: Scoring,
  { length, capacity }: { readonly length: number; readonly capacity: number },
): Scheme {
  const lookback = createLookback(capacity);
  const scores = new Float64Array(capacity);
  return (decision) => {
    readLookback(lookback, decision, length);
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
export function readGrowth({ decision, lookback, scores }: LookbackCase): void {
  for (let k = 0; k < lookback.m; k += 1) {
    const asset = decision.assets[lookback.positions[k] as number] as number;
    const span = lookback.spans[k] as number;
    scores[k] = growth(decision.market, { asset, u: decision.u, span });
  }
}

/** Fills `scores` with σ_i. */
export function readVolatility({ decision, lookback, scores }: LookbackCase): void {
  for (let k = 0; k < lookback.m; k += 1) {
    const asset = decision.assets[lookback.positions[k] as number] as number;
    const span = lookback.spans[k] as number;
    scores[k] = volatility(decision.market, { asset, u: decision.u, span });
  }
}
