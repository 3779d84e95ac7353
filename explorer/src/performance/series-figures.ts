import type { TimedValue } from '../lib/timed-value.ts';
import { toDrawdown, toReturns } from '../pages/compare/growth.ts';
import { leastReturns, leastYearDays } from './least-lengths.ts';

/** Figures of a series of daily values, as the API defines them in `Performance`. */
export type SeriesFigures = {
  readonly returnPct: number;
  /** Null below a year. */
  readonly returnPerYearPct: number | null;
  readonly volatilityPct: number | null;
  readonly maxDrawdownPct: number;
  /** Null for few returns, of which a ratio says nothing. */
  readonly sharpe: number | null;
};

const daySeconds = 86_400;
const daysPerYear = 365;
/** A deviation below this is that of a constant series. */
const leastDeviation = 1e-12;

/** Returns the constant growth of a year that leads to a growth of so many days; null below a year. */
export const toYearlyGrowth = (growth: number, days: number): number | null =>
  days < leastYearDays ? null : growth ** (daysPerYear / days);

/** Returns the figures of a series of daily values; null without a return. */
export function readSeriesFigures(points: readonly TimedValue[]): SeriesFigures | null {
  const [first, last] = [points[0], points.at(-1)];
  const returns = toReturns(points);
  if (first === undefined || last === undefined || returns.length === 0) return null;
  const days = (last.timestamp - first.timestamp) / daySeconds;
  const growth = last.value / first.value;
  const yearly = toYearlyGrowth(growth, days);
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length;
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const deviation = returns.length < 2 ? null : Math.sqrt(squares / (returns.length - 1));
  const hasRatio =
    deviation !== null && deviation >= leastDeviation && returns.length >= leastReturns;
  return {
    returnPct: 100 * (growth - 1),
    returnPerYearPct: yearly === null ? null : 100 * (yearly - 1),
    volatilityPct: deviation === null ? null : 100 * deviation * Math.sqrt(daysPerYear),
    maxDrawdownPct: toDrawdown(points).reduce((least, { value }) => Math.min(least, value), 0),
    sharpe: hasRatio ? (mean / deviation) * Math.sqrt(daysPerYear) : null,
  };
}
