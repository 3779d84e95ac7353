/** Returns the arithmetic mean. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k += 1) sum += values[k] ?? 0;
  return sum / values.length;
}

/** Returns the standard deviation, ddof 1. */
export function standardDeviation(values: ArrayLike<number>): number {
  return Math.sqrt(centralSum(values, 2) / (values.length - 1));
}

/** Returns the kurtosis, which is 3 for a normal distribution. */
export function kurtosis(values: ArrayLike<number>): number {
  const variance = centralSum(values, 2) / values.length;
  return centralSum(values, 4) / values.length / variance ** 2;
}

/** Returns the volatility of daily returns per year. */
export function yearlyVolatility(values: ArrayLike<number>): number {
  return standardDeviation(values) * Math.sqrt(365);
}

/** Returns the covariance of two series of the same length, ddof 1. */
export function covariance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += ((a[k] ?? 0) - meanA) * ((b[k] ?? 0) - meanB);
  return sum / (a.length - 1);
}

/** Returns Pearson's correlation. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return covariance(a, b) / (standardDeviation(a) * standardDeviation(b));
}

/** Returns the correlation of a series with itself `lag` steps later. */
export function autocorrelation(values: readonly number[], lag: number): number {
  return correlation(values.slice(0, -lag), values.slice(lag));
}

/** Returns a quantile by linear interpolation; `share` is 0 to 1. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(sorted.length - 1, below + 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}

function centralSum(values: ArrayLike<number>, power: number): number {
  const middle = mean(values);
  let sum = 0;
  for (let k = 0; k < values.length; k += 1) sum += ((values[k] ?? 0) - middle) ** power;
  return sum;
}
