import { InvalidInputError } from '../lib/errors.ts';
import {
  daysPerYear,
  deviation,
  finiteOrNull,
  mean,
  normalProbability,
  populationMoments,
  quantileOfSorted,
  ratio,
  sharpePerDay,
} from './statistics.ts';

const perYear = Math.sqrt(daysPerYear);

/**
 * Returns the risk-free return of a day, a fraction, of an annual rate in percent.
 *
 * @throws {InvalidInputError} the rate is not above -100 and at most 1,000.
 */
export function riskFreePerDay(annualPct: number): number {
  if (!(annualPct > -100 && annualPct <= 1000)) {
    throw new InvalidInputError('riskFreePct must be above -100 and at most 1000');
  }
  return (1 + annualPct / 100) ** (1 / daysPerYear) - 1;
}

/** Annualised standard deviation of daily returns, percent; null below 2 returns. */
export function volatilityPct(returns: readonly number[]): number | null {
  const daily = deviation(returns);
  return daily === null ? null : 100 * daily * perYear;
}

/** Root of the mean square of the returns below 0, over all returns; null below 2 returns. */
function downsideDeviation(excess: readonly number[]): number | null {
  if (excess.length < 2) return null;
  let squares = 0;
  for (const one of excess) if (one < 0) squares += one * one;
  return Math.sqrt(squares / excess.length);
}

/** Annualised downside deviation, percent; null below 2 returns. */
export function downsideDeviationPct(excess: readonly number[]): number | null {
  const daily = downsideDeviation(excess);
  return daily === null ? null : 100 * daily * perYear;
}

/** Annualised ratio; null when the daily one is. */
const annualised = (daily: number | null): number | null =>
  daily === null ? null : daily * perYear;

/** Annualised mean excess return over its standard deviation; null when that is 0. */
export const sharpeRatio = (excess: readonly number[]): number | null =>
  annualised(sharpePerDay(excess));

/** Annualised mean excess return over its downside deviation; null when that is 0. */
export const sortinoRatio = (excess: readonly number[]): number | null =>
  annualised(ratio(mean(excess), downsideDeviation(excess)));

/** Sum of the gains over the sum of the losses; null below 2 returns, or without a loss. */
export function omegaRatio(excess: readonly number[]): number | null {
  if (excess.length < 2) return null;
  let [gains, losses] = [0, 0];
  for (const one of excess) {
    if (one > 0) gains += one;
    else losses -= one;
  }
  return ratio(gains, losses);
}

/** Returns that value at risk and expected shortfall need. */
const minTailReturns = 20;

function tailOf(sorted: readonly number[], confidence: number) {
  if (!(confidence > 0 && confidence < 1)) {
    throw new InvalidInputError('confidence must be above 0 and below 1');
  }
  return sorted.length < minTailReturns ? null : quantileOfSorted(sorted, 1 - confidence);
}

/**
 * Loss of a day that is exceeded with probability 1 − confidence, percent; null below 20 returns.
 *
 * @throws {InvalidInputError} (also `expectedShortfallPct`) the confidence is not between 0 and 1.
 */
export function valueAtRiskPct(sorted: readonly number[], confidence: number): number | null {
  const quantile = tailOf(sorted, confidence);
  return quantile === null ? null : -100 * quantile;
}

/** Mean loss of the days at or below that quantile, percent; null below 20 returns. */
export function expectedShortfallPct(sorted: readonly number[], confidence: number): number | null {
  const quantile = tailOf(sorted, confidence);
  if (quantile === null) return null;
  const average = mean(sorted.filter((one) => one <= quantile));
  return average === null ? null : -100 * average;
}

/** Returns that the probabilistic Sharpe ratio needs. */
const minProbabilisticReturns = 30;

/**
 * Probability that the Sharpe ratio is above `benchmark`, both per day: Φ((SR − SR*)·√(n−1) / √(1 −
 * γ₃·SR + (γ₄−1)/4·SR²)). Null below 30 returns, or for constant ones.
 */
export function probabilisticSharpe(excess: readonly number[], benchmark: number): number | null {
  const sharpe = sharpePerDay(excess);
  if (sharpe === null || excess.length < minProbabilisticReturns) return null;
  const { skewness, kurtosis } = populationMoments(excess);
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  const score = ratio(
    (sharpe - benchmark) * Math.sqrt(excess.length - 1),
    variance > 0 ? Math.sqrt(variance) : null,
  );
  return score === null ? null : finiteOrNull(normalProbability(score));
}
