import { createRiskModel, type RiskModel } from './covariance.ts';
import type { ScoreAssets } from './scoring-scheme.ts';

const MAX_SWEEPS = 2_000;

/** Tolerance of the risk shares, relative to 1/m. */
const TOLERANCE = 1e-13;

/**
 * `risk_parity_{L}`: the long-only portfolio to which every asset contributes the same risk,
 * w_i·(Σ̂w)_i = w'Σ̂w/m. (Maillard, Roncalli, Teïletche 2010)
 *
 * It is the minimum of ½y'Σ̂y − Σ ln(y_i)/m, found by cyclical coordinate descent (Griveau-Billion,
 * Richard, Roncalli 2013), with w = y/Σy.
 */
export function createRiskParityScoring(): ScoreAssets {
  const model = createRiskModel();
  return (input) => {
    const { scores, lookback } = input;
    const { m } = lookback;
    if (m === 1 || !model.estimate(input)) {
      scores.fill(1, 0, m);
      return true;
    }
    for (let i = 0; i < m; i += 1) model.set(i, 1 / Math.sqrt(m * model.entry(i, i)) / m);
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep += 1) {
      if (sweep % 8 === 7) model.refresh();
      if (descend(model, m) <= TOLERANCE) break;
    }
    for (let i = 0; i < m; i += 1) scores[i] = model.at(i);
    return true;
  };
}

/**
 * Sets every y_i in turn to the best value for the others.
 *
 * @returns the maximum of |y_i·(Σ̂y)_i·m − 1|, each taken before y_i is changed.
 */
function descend(model: RiskModel, m: number): number {
  let worst = 0;
  for (let i = 0; i < m; i += 1) {
    const before = model.at(i);
    const slope = model.slope(i);
    worst = Math.max(worst, Math.abs(before * slope * m - 1));
    const own = model.entry(i, i);
    // The positive root of own·y² + others·y − 1/m, in a form without cancellation.
    const others = slope - own * before;
    const root = Math.sqrt(others * others + (4 * own) / m);
    model.set(i, others > 0 ? 2 / m / (others + root) : (root - others) / (2 * own));
  }
  return worst;
}
