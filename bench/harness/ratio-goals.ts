/** Returns the median; for an even number of values the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** Returns the lower quartile: the cost while the machine has little other load. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 4)] ?? Number.NaN;
}

/** The ratio to reach, and a better one. */
export type Goal = { readonly least: number; readonly stretch?: number };

/** Result of comparing a ratio with its goal. */
export type RatioVerdict = 'missed' | 'met' | 'stretch' | 'no goal';

/** Compares a ratio with its goal; higher is better. The ratio is rounded to two decimals first. */
export function judgeRatio(ratio: number, goal: Goal | undefined): RatioVerdict {
  if (!goal) return 'no goal';
  const rounded = Math.round(ratio * 100) / 100;
  if (goal.stretch !== undefined && rounded >= goal.stretch) return 'stretch';
  return rounded >= goal.least ? 'met' : 'missed';
}

/**
 * Returns by which factor ours costs less than theirs, by the medians.
 *
 * @example ratioOfMedians([4, 6, 5], [2, 2, 3]) // 2.5: theirs costs 5, ours 2
 */
export function ratioOfMedians(theirs: readonly number[], ours: readonly number[]): number {
  return median(theirs) / median(ours);
}
