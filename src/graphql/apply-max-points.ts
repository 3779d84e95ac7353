import { downsample } from '../lib/downsample.ts';
import { InvalidInputError } from '../lib/errors.ts';

/** @throws {InvalidInputError} `maxPoints` is not from 4 to 10,000. */
export function checkMaxPoints(maxPoints: number): void {
  if (maxPoints < 4 || maxPoints > 10_000) {
    throw new InvalidInputError('maxPoints must be from 4 to 10000');
  }
}

/**
 * Returns at most `maxPoints` points of a series, keeping its peaks and troughs.
 *
 * @throws {InvalidInputError} `maxPoints` is not from 4 to 10,000.
 */
export function applyMaxPoints<T>(
  series: readonly T[],
  maxPoints: number | null | undefined,
  readValue: (point: T) => number,
): readonly T[] {
  if (maxPoints === null || maxPoints === undefined) return series;
  checkMaxPoints(maxPoints);
  return downsample(series, maxPoints, readValue);
}
