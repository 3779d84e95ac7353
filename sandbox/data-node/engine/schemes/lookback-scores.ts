import {
  fillGrowthScores,
  fillVolatilityScores,
  type ScoreAssets,
  type ScoringInput,
} from './scoring-scheme.ts';

/**
 * `momentum_{L}`: z = (ln(1+R) − mean) / std (ddof 0), clipped to ±3; the score is 1+z for z above
 * 0, otherwise 1/(1−z). Scores are equal if the spread of returns is below 1e-12. (MSCI Momentum
 * methodology, 2.2.2)
 */
export const scoreMomentum: ScoreAssets = (input) => {
  const { scores, lookback } = input;
  const { m } = lookback;
  fillGrowthScores(input);
  let sum = 0;
  for (let k = 0; k < m; k += 1) {
    const log = Math.log(scores[k] as number);
    scores[k] = log;
    sum += log;
  }
  const mean = sum / m;
  let squares = 0;
  for (let k = 0; k < m; k += 1) squares += ((scores[k] as number) - mean) ** 2;
  const spread = Math.sqrt(squares / m);
  for (let k = 0; k < m; k += 1) {
    const z = spread < 1e-12 ? 0 : ((scores[k] as number) - mean) / spread;
    const clipped = Math.min(3, Math.max(-3, z));
    scores[k] = clipped >= 0 ? 1 + clipped : 1 / (1 - clipped);
  }
  return true;
};

/**
 * `dual_mom_{L}`: the score is R if positive; all cash if the mean R is negative or no R is
 * positive. (Antonacci 2014)
 */
export const scoreDualMomentum: ScoreAssets = (input) => {
  const { scores, lookback } = input;
  const { m } = lookback;
  fillGrowthScores(input);
  let sum = 0;
  let rising = 0;
  for (let k = 0; k < m; k += 1) {
    const change = (scores[k] as number) - 1;
    sum += change;
    if (change > 0) rising += 1;
    scores[k] = Math.max(change, 0);
  }
  return sum / m >= 0 && rising > 0;
};

/** `invvol_{L}`: the score is 1/σ, with σ at least 1e-8. */
export const scoreInverseVolatility: ScoreAssets = (input) => {
  const { scores, lookback } = input;
  fillVolatilityScores(input);
  for (let k = 0; k < lookback.m; k += 1) scores[k] = 1 / Math.max(scores[k] as number, 1e-8);
  return true;
};

/**
 * `low_vol_{L}`: equal scores for the half with the lowest σ, at least one asset; of equal σ the
 * smaller id counts.
 */
export const scoreLowVolatility: ScoreAssets = (input) => {
  const { scores, lookback, decision } = input;
  const { m, positions } = lookback;
  fillVolatilityScores(input);
  const column = (k: number) => decision.assets[positions[k] as number] as number;
  const calmest = Array.from({ length: m }, (_, k) => k).sort(
    (a, b) => (scores[a] as number) - (scores[b] as number) || column(a) - column(b),
  );
  const selected = Math.max(1, Math.floor(m / 2));
  for (const [place, k] of calmest.entries()) scores[k] = place < selected ? 1 : 0;
  return true;
};

/** `multi_factor_{L}`: the score is rank(R) + rank(−σ) + rank(M), with ascending average ranks. */
export const scoreMultiFactor: ScoreAssets = (input) => {
  const { scores, lookback } = input;
  const { m } = lookback;
  const total = new Float64Array(m);
  fillGrowthScores(input);
  addRanks(total, scores);
  fillVolatilityScores(input);
  for (let k = 0; k < m; k += 1) scores[k] = -(scores[k] as number);
  addRanks(total, scores);
  readCaps(input);
  addRanks(total, scores);
  scores.set(total);
  return true;
};

function readCaps({ decision, lookback, scores }: ScoringInput): void {
  const { market, u, assets } = decision;
  for (let k = 0; k < lookback.m; k += 1) {
    const asset = assets[lookback.positions[k] as number] as number;
    scores[k] = market.marketCap[asset * market.days + u] as number;
  }
}

/**
 * Adds the rank (1 = smallest) of each value to `total`; equal values have the mean of their ranks.
 */
function addRanks(total: Float64Array, values: Float64Array): void {
  const m = total.length;
  const places = Array.from({ length: m }, (_, k) => k).sort(
    (a, b) => (values[a] as number) - (values[b] as number),
  );
  for (let from = 0; from < m; ) {
    let to = from;
    while (to + 1 < m && values[places[to + 1] as number] === values[places[from] as number])
      to += 1;
    for (let place = from; place <= to; place += 1) {
      const k = places[place] as number;
      total[k] = (total[k] as number) + (from + to) / 2 + 1;
    }
    from = to + 1;
  }
}
