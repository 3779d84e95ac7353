import { createRiskModel, type RiskModel } from './covariance.ts';
import type { ScoreAssets } from './scoring-scheme.ts';
import { solvePositiveDefinite } from './vectors.ts';

/** Rounds of coordinate descent that give a first guess of the held assets. */
const GUESS_SWEEPS = 12;

/** Tolerance of the optimality conditions, in which the slope of held assets is 1. */
const TOLERANCE = 1e-13;

/**
 * `min_var_{L}`: argmin w'Σ̂w with Σw = 1, w ≥ 0. (Markowitz; Clarke et al. 2011)
 *
 * With y = w/λ this is argmin ½y'Σ̂y − Σy, y ≥ 0: (Σ̂y)_i = 1 where y_i > 0, else (Σ̂y)_i ≥ 1.
 * Solved exactly by block principal pivoting (Júdice, Pires 1994) from a guess.
 */
export function createMinVarianceScoring(): ScoreAssets {
  const model = createRiskModel();
  return (input) => {
    const { scores, lookback } = input;
    const { m } = lookback;
    if (m === 1 || !model.estimate(input)) {
      scores.fill(1, 0, m);
      return true;
    }
    guess(model, m);
    pivot(model, m);
    for (let i = 0; i < m; i += 1) scores[i] = Math.max(0, model.at(i));
    return true;
  };
}

function guess(model: RiskModel, m: number): void {
  for (let sweep = 0; sweep < GUESS_SWEEPS; sweep += 1) {
    for (let i = 0; i < m; i += 1) {
      const before = model.at(i);
      const after = Math.max(0, before + (1 - model.slope(i)) / model.entry(i, i));
      if (after !== before) model.set(i, after);
    }
  }
}

/**
 * Moves all assets that violate a condition (held with y < 0, or not held with a slope below 1) to
 * the other side until none does. If this makes no progress, it moves one at a time, which
 * terminates for every positive definite Σ̂.
 */
function pivot(model: RiskModel, m: number): void {
  const held = Uint8Array.from({ length: m }, (_, i) => (model.at(i) > 0 ? 1 : 0));
  let fewest = m + 1;
  let patience = 3;
  // Rounding errors could cause an endless loop; the bound is far above the number of rounds that
  // are ever needed.
  for (let round = 0; round < 10 * m + 100; round += 1) {
    solveHeld(model, held);
    const wrong = wrongSides(model, held);
    if (wrong.length === 0) return;
    if (wrong.length < fewest) {
      fewest = wrong.length;
      patience = 3;
    } else patience -= 1;
    for (const i of patience >= 0 ? wrong : wrong.slice(-1)) held[i] = 1 - (held[i] as number);
  }
}

function wrongSides(model: RiskModel, held: Uint8Array): readonly number[] {
  let most = 0;
  for (let i = 0; i < held.length; i += 1) most = Math.max(most, model.at(i));
  const wrong: number[] = [];
  for (let i = 0; i < held.length; i += 1) {
    if (held[i] === 1 ? model.at(i) < -TOLERANCE * most : model.slope(i) - 1 < -TOLERANCE) {
      wrong.push(i);
    }
  }
  return wrong;
}

/** Sets y so that (Σ̂y)_i = 1 for the held assets and y_i = 0 for the others. */
function solveHeld(model: RiskModel, held: Uint8Array): void {
  const members: number[] = [];
  for (const [i, side] of held.entries()) if (side === 1) members.push(i);
  const size = members.length;
  const matrix = new Float64Array(size * size);
  for (const [row, i] of members.entries()) {
    for (let column = 0; column <= row; column += 1) {
      matrix[row * size + column] = model.entry(i, members[column] as number);
    }
  }
  const solution = solvePositiveDefinite(matrix, new Float64Array(size).fill(1));
  for (let i = 0; i < held.length; i += 1) if (model.at(i) !== 0 && held[i] === 0) model.set(i, 0);
  for (const [row, i] of members.entries()) model.set(i, solution[row] as number);
  model.refresh();
}
