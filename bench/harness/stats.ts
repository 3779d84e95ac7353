/** The middle of the values, the mean of the two middle ones where there is no middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** A quarter of the values are no more: what it costs in the calmer moments of a machine. */
export function lowerQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) / 4)] ?? Number.NaN;
}

/** What must be reached, and what would be better still. */
export type Goal = { readonly least: number; readonly stretch?: number };

/** How a ratio stands to its goal. */
export type RatioVerdict = 'missed' | 'met' | 'stretch' | 'no goal';

/** Judges a ratio that is better the higher it is; rounding to two places is in its favour. */
export function judgeRatio(ratio: number, goal: Goal | undefined): RatioVerdict {
  if (!goal) return 'no goal';
  const rounded = Math.round(ratio * 100) / 100;
  if (goal.stretch !== undefined && rounded >= goal.stretch) return 'stretch';
  return rounded >= goal.least ? 'met' : 'missed';
}

/**
 * How many times less one of ours costs than one of theirs, from the medians of both.
 *
 * @example ratioOfMedians([4, 6, 5], [2, 2, 3]) // 2.5: theirs costs 5, ours 2
 */
export function ratioOfMedians(theirs: readonly number[], ours: readonly number[]): number {
  return median(theirs) / median(ours);
}
