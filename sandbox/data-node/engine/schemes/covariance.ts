import type { ScoringInput } from './scoring-scheme.ts';
import { dotProduct, squaredGramNorm } from './vectors.ts';

/**
 * A shrunk covariance matrix Σ̂ = α·XᵀX + β·I and a vector y. The matrix is stored as its factors:
 * with k days and m assets a product costs 2·k·m operations instead of m², and no m×m matrix is
 * built.
 */
export type RiskModel = {
  /**
   * Estimates the matrix of the valid assets over their common window and sets y to 0.
   *
   * @returns false if no price has moved, so that the variance is zero.
   */
  readonly estimate: (input: ScoringInput) => boolean;
  /** Σ̂_ij. */
  readonly entry: (i: number, j: number) => number;
  /** y_i. */
  readonly at: (i: number) => number;
  readonly set: (i: number, value: number) => void;
  /** (Σ̂y)_i. */
  readonly slope: (i: number) => number;
  /** Recomputes `slope`, to remove the rounding errors of many calls of `set`. */
  readonly refresh: () => void;
};

/** Creates a risk model. Its buffers grow as needed. */
export function createRiskModel(): RiskModel {
  const sample = createSample();
  let y = new Float64Array(0);
  /** X·y, updated by each call of `set`. */
  let z = new Float64Array(0);
  let diagonal = new Float64Array(0);
  let alpha = 0;
  let beta = 0;

  return {
    estimate(input) {
      readReturns(sample, input);
      const { m, k } = sample;
      if (y.length < m) {
        y = new Float64Array(m);
        diagonal = new Float64Array(m);
      }
      if (z.length < k) z = new Float64Array(k);
      y.fill(0);
      z.fill(0);
      const { mu, shrinkage } = shrink(sample);
      alpha = (1 - shrinkage) / k;
      // Two days give no estimate of the noise; the minimum makes Σ̂ positive definite.
      beta = Math.max(shrinkage, 1e-12) * mu;
      for (let i = 0; i < m; i += 1) {
        diagonal[i] = alpha * dotProduct(sample.x, { a: i * k, b: i * k, length: k }) + beta;
      }
      return mu > 0;
    },
    entry(i, j) {
      const { x, k } = sample;
      if (i === j) return diagonal[i] as number;
      return alpha * dotProduct(x, { a: i * k, b: j * k, length: k });
    },
    at: (i) => y[i] as number,
    set(i, value) {
      const { x, k } = sample;
      const change = value - (y[i] as number);
      const base = i * k;
      const product = z;
      for (let t = 0; t < k; t += 1) {
        product[t] = (product[t] as number) + change * (x[base + t] as number);
      }
      y[i] = value;
    },
    slope(i) {
      const { x, k } = sample;
      const base = i * k;
      const product = z;
      let even = 0;
      let odd = 0;
      let t = 0;
      for (; t + 1 < k; t += 2) {
        even += (x[base + t] as number) * (product[t] as number);
        odd += (x[base + t + 1] as number) * (product[t + 1] as number);
      }
      if (t < k) even += (x[base + t] as number) * (product[t] as number);
      return alpha * (even + odd) + beta * (y[i] as number);
    },
    refresh() {
      const { days, m, k } = sample;
      for (let t = 0; t < k; t += 1) {
        let sum = 0;
        for (let i = 0; i < m; i += 1) sum += (days[t * m + i] as number) * (y[i] as number);
        z[t] = sum;
      }
    },
  };
}

/** Centred log returns of m assets on k days. */
type Sample = {
  m: number;
  k: number;
  /** X by asset: asset i's values begin at i·k. */
  x: Float64Array;
  /** X by day: day t's values begin at t·m. */
  days: Float64Array;
};

function createSample(): Sample {
  return { m: 0, k: 0, x: new Float64Array(0), days: new Float64Array(0) };
}

function readReturns(into: Sample, { decision, lookback }: ScoringInput): void {
  const { market, u, assets } = decision;
  const { m, positions, spans } = lookback;
  let k = spans[0] as number;
  for (let i = 1; i < m; i += 1) k = Math.min(k, spans[i] as number);
  into.m = m;
  into.k = k;
  if (into.x.length < m * k) {
    into.x = new Float64Array(m * k);
    into.days = new Float64Array(m * k);
  }
  const { x, days } = into;
  for (let i = 0; i < m; i += 1) {
    const from = (assets[positions[i] as number] as number) * market.days + u - k + 1;
    let sum = 0;
    for (let t = 0; t < k; t += 1) sum += market.logReturn[from + t] as number;
    const mean = sum / k;
    for (let t = 0; t < k; t += 1) {
      const centred = (market.logReturn[from + t] as number) - mean;
      x[i * k + t] = centred;
      days[t * m + i] = centred;
    }
  }
}

/**
 * Ledoit and Wolf (2004), "A well-conditioned estimator for large-dimensional covariance matrices":
 * S = XᵀX/k, μ = tr S/m, d² = ‖S−μI‖²/m, b² = min(d², Σ_t‖x_t x_tᵀ − S‖²/(k²m)), shrinkage = b²/d²,
 * Σ̂ = (1−shrinkage)·S + shrinkage·μI. (docs/backtest-engine.md §4)
 *
 * @returns μ 0 when no price moved.
 */
function shrink({ m, k, x, days }: Sample): { readonly mu: number; readonly shrinkage: number } {
  // Sums ‖x_t‖² of all days, which is the trace of XᵀX.
  let second = 0;
  let fourth = 0;
  for (let t = 0; t < k; t += 1) {
    const square = dotProduct(days, { a: t * m, b: t * m, length: m });
    second += square;
    fourth += square * square;
  }
  const mu = second / k / m;
  // ‖XᵀX‖ = ‖XXᵀ‖: the smaller of both products is computed.
  const gram =
    k < m
      ? squaredGramNorm(days, { rows: k, length: m })
      : squaredGramNorm(x, { rows: m, length: k });
  const norm = gram / (k * k);
  const distance = norm / m - mu * mu;
  const noise = Math.min(distance, Math.max(0, (fourth / k - norm) / (k * m)));
  // If the distance is zero, S equals μI and there is nothing to shrink.
  return { mu, shrinkage: distance > 0 ? noise / distance : 1 };
}
