/// <reference path="./math-io.d.ts" />
import erfc from 'math-erfc';
import erfcInverse from 'math-erfcinv';
import {
  mean as meanOf,
  sampleCovariance,
  sampleKurtosis,
  sampleSkewness,
  sampleStandardDeviation,
} from 'simple-statistics';

/** Markets trade every day: days of a year, to annualise daily figures. */
export const daysPerYear = 365;

/** A standard deviation below this is rounding of a constant series. */
const smallestDeviation = 1e-12;

/** Whether a denominator is too small to divide by: 0, or rounding of 0. */
const isZero = (denominator: number): boolean => !(Math.abs(denominator) >= smallestDeviation);

/** Divides; null when the denominator is 0 (below 1e-12) or a side is not finite. */
export function ratio(numerator: number | null, denominator: number | null): number | null {
  if (numerator === null || denominator === null || isZero(denominator)) return null;
  return finiteOrNull(numerator / denominator);
}

/** Returns the number; null when it is infinite or not a number. */
export const finiteOrNull = (value: number): number | null =>
  Number.isFinite(value) ? value : null;

/** Returns the arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : meanOf(values as number[]);

/** Returns the sample standard deviation (ddof 1); null below 2 values. */
export const deviation = (values: readonly number[]): number | null =>
  values.length < 2 ? null : sampleStandardDeviation(values as number[]);

/** Returns mean / standard deviation (ddof 1), not annualised; null below 2 values. */
export const sharpePerDay = (excess: readonly number[]): number | null =>
  ratio(mean(excess), deviation(excess));

/** Whether values differ by more than rounding. */
const varies = (values: readonly number[]): boolean => !isZero(deviation(values) ?? 0);

/** Returns the adjusted Fisher–Pearson skewness G1; null below 3 values, or for constant ones. */
export const skewness = (values: readonly number[]): number | null =>
  values.length < 3 || !varies(values) ? null : sampleSkewness(values as number[]);

/** Returns the sample excess kurtosis G2; null below 4 values, or for constant ones. */
export const excessKurtosis = (values: readonly number[]): number | null =>
  values.length < 4 || !varies(values) ? null : sampleKurtosis(values as number[]);

/** Returns skewness γ₃ and kurtosis γ₄ (3 for a normal distribution) of the population. */
export function populationMoments(values: readonly number[]) {
  const center = mean(values) ?? 0;
  let [second, third, fourth] = [0, 0, 0];
  for (const value of values) {
    const distance = value - center;
    const square = distance * distance;
    second += square;
    third += square * distance;
    fourth += square * square;
  }
  const variance = second / values.length;
  return {
    skewness: third / values.length / variance ** 1.5,
    kurtosis: fourth / values.length / variance ** 2,
  };
}

/**
 * Returns a quantile of ascending values, interpolated linearly between order statistics; NaN
 * without values.
 *
 * @example quantileOfSorted([0, 10], 0.25) // 2.5
 */
export function quantileOfSorted(sorted: readonly number[], fraction: number): number {
  const at = fraction * (sorted.length - 1);
  const low = Math.floor(at);
  const [lower = Number.NaN, upper = lower] = sorted.slice(low, low + 2);
  return lower + (upper - lower) * (at - low);
}

/** Returns covariance / variance (ddof 1): the slope of `values` on `on`; null when `on` is constant. */
export function slope(values: readonly number[], on: readonly number[]): number | null {
  const spread = deviation(on);
  if (spread === null || isZero(spread)) return null;
  return finiteOrNull(sampleCovariance(values as number[], on as number[]) / spread ** 2);
}

/** Returns Pearson's correlation; null below 2 pairs, or when a side is constant. */
export function correlation(left: readonly number[], right: readonly number[]): number | null {
  if (left.length < 2 || !varies(left) || !varies(right)) return null;
  const covariance = sampleCovariance(left as number[], right as number[]);
  return finiteOrNull(covariance / ((deviation(left) ?? 0) * (deviation(right) ?? 0)));
}

/**
 * Ranks values ascending from 1; equal values share the mean of their ranks.
 *
 * @example rankAscending([5, 1, 5]) // [2.5, 1, 2.5]
 */
export function rankAscending(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** Distribution function Φ of the standard normal distribution. */
export const normalProbability = (value: number): number => erfc(-value / Math.SQRT2) / 2;

/** Quantile function Φ⁻¹ of the standard normal distribution. */
export const normalQuantileOf = (probability: number): number =>
  -Math.SQRT2 * erfcInverse(2 * probability);
