import { InvalidInputError } from '../lib/errors.ts';
import { type DailySeries, type DayNumber, dailyReturns } from './daily-series.ts';
import { deepest, drawdownsPct } from './drawdowns.ts';
import { sharpeRatio, volatilityPct } from './risk-figures.ts';

/** Figures of the returns that end with a day. */
export type RollingWindow = {
  readonly day: DayNumber;
  readonly returnPct: number;
  readonly volatilityPct: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdownPct: number;
};

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

/**
 * Yields the figures of each window of `length` returns, ascending; may be interrupted between any
 * two.
 */
export function* rollingWindows(
  series: DailySeries,
  { length, riskFree }: { readonly length: number; readonly riskFree: number },
): Generator<undefined, readonly RollingWindow[]> {
  const { days, values } = series;
  const returns = dailyReturns(series);
  const found: RollingWindow[] = [];
  for (let end = length; end < values.length; end += 1) {
    const part = returns.slice(end - length, end);
    const excess = riskFree === 0 ? part : part.map((one) => one - riskFree);
    found.push({
      day: days[end] ?? 0,
      returnPct: 100 * ((values[end] ?? 0) / (values[end - length] ?? 0) - 1),
      volatilityPct: volatilityPct(part),
      sharpe: sharpeRatio(excess),
      maxDrawdownPct: deepest(drawdownsPct(values.slice(end - length, end + 1))),
    });
    yield;
  }
  return found;
}
