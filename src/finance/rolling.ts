import { InvalidInputError } from '../lib/errors.ts';
import { type DailySeries, type DayNumber, dailyReturns } from './daily-series.ts';
import { daysPerYear, ratio } from './statistics.ts';

/** Figures of the returns that end with a day. */
export type RollingWindow = {
  readonly day: DayNumber;
  readonly returnPct: number;
  readonly volatilityPct: number;
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number;
};

const perYear = Math.sqrt(daysPerYear);

const maxWindow = 3650;

/**
 * Checks the length of a rolling window.
 *
 * @throws {InvalidInputError} it is not from 2 to 3,650.
 */
export function checkWindow(length: number): void {
  if (length < 2 || length > maxWindow) {
    throw new InvalidInputError(`days must be from 2 to ${maxWindow}`);
  }
}

/** Windows that are computed between two interruptions. */
const windowsPerStep = 64;

/**
 * Computes the figures of each window of `length` returns, ascending; may be interrupted at every
 * `yield`.
 */
export function* rollingWindows(
  series: DailySeries,
  { length, riskFree }: { readonly length: number; readonly riskFree: number },
): Generator<undefined, readonly RollingWindow[]> {
  const { days, values } = series;
  const returns = dailyReturns(series);
  const found: RollingWindow[] = [];
  for (let end = length; end < values.length; end += 1) {
    const start = end - length;
    const { mean, deviation } = momentsOf(returns, start, end);
    const sharpe = ratio(mean - riskFree, deviation);
    found.push({
      day: days[end] ?? 0,
      returnPct: 100 * ((values[end] ?? 0) / (values[start] ?? 0) - 1),
      volatilityPct: 100 * deviation * perYear,
      sharpe: sharpe === null ? null : sharpe * perYear,
      maxDrawdownPct: deepestDrawdownPct(values, start, end),
    });
    if (end % windowsPerStep === 0) yield;
  }
  return found;
}

/** Mean and sample standard deviation of the values from `start` to before `end`. */
function momentsOf(values: readonly number[], start: number, end: number) {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum += values[at] ?? Number.NaN;
  const mean = sum / (end - start);
  let squares = 0;
  for (let at = start; at < end; at += 1) squares += ((values[at] ?? Number.NaN) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / (end - start - 1)) };
}

/** Deepest drawdown within the values from `start` to `end`, percent, at most 0. */
function deepestDrawdownPct(values: readonly number[], start: number, end: number): number {
  let [peak, least] = [0, 1];
  for (let at = start; at <= end; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (value > peak) peak = value;
    const share = value / peak;
    if (share < least) least = share;
  }
  return 100 * (least - 1);
}
