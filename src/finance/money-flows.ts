import type { UnixSeconds } from '../lib/units.ts';
import { type DailySeries, dayOf, type TimedValue, toDailySeries } from './daily-series.ts';
import { daysPerYear } from './statistics.ts';

/** Money that goes into a wallet (above 0) or out of it, USD. */
export type MoneyFlow = { readonly timestamp: UnixSeconds; readonly usd: number };

/** Returns of a wallet that flows do not change. */
export type TimeWeighted = {
  /** Value of what was 1 at the first point. */
  readonly index: DailySeries;
  readonly returnPct: number | null;
  /** Intervals that had no capital to earn on; they count as 0. */
  readonly leftOutIntervals: number;
};

/**
 * Chains the Modified Dietz returns of the intervals between points. A flow weighs by the share of
 * its interval that remains; one at the time of a point belongs to the interval that ends there.
 *
 * @param points - Ascending.
 * @param flows - Ascending.
 */
export function timeWeightedReturn(
  points: readonly TimedValue[],
  flows: readonly MoneyFlow[],
): TimeWeighted {
  let [growth, leftOutIntervals, at] = [1, 0, 0];
  const index: TimedValue[] = [];
  let before: TimedValue | null = null;
  for (const point of points) {
    let [net, weighted] = [0, 0];
    for (; at < flows.length && (flows[at]?.timestamp ?? 0) <= point.timestamp; at += 1) {
      const { timestamp, usd } = flows[at] as MoneyFlow;
      if (before === null || timestamp <= before.timestamp) continue;
      const length = point.timestamp - before.timestamp;
      net += usd;
      weighted += (usd * (point.timestamp - timestamp)) / length;
    }
    if (before !== null) {
      const capital = before.value + weighted;
      if (capital > 0) growth *= 1 + (point.value - before.value - net) / capital;
      else leftOutIntervals += 1;
    }
    index.push({ timestamp: point.timestamp, value: growth });
    before = point;
  }
  return {
    index: toDailySeries(index, { day: (one) => dayOf(one.timestamp), value: (one) => one.value }),
    returnPct: points.length < 2 ? null : 100 * (growth - 1),
    leftOutIntervals,
  };
}

const secondsPerYear = 86_400 * daysPerYear;
/** Largest exponent whose power of e is a finite number, with room for sums of amounts. */
const largestExponent = 650;
const precision = 1e-15;

/**
 * Returns the annual rate (percent, ACT/365) at which the flows grow to the last value: XIRR. Null
 * when the present value has no change of sign.
 */
export function moneyWeightedReturnPct(
  flows: readonly MoneyFlow[],
  last: TimedValue,
): number | null {
  const dated = [
    ...flows.filter(({ timestamp }) => timestamp <= last.timestamp),
    { timestamp: last.timestamp, usd: -last.value },
  ].map(({ timestamp, usd }) => ({ years: (timestamp - last.timestamp) / secondsPerYear, usd }));
  const hasBoth = dated.some(({ usd }) => usd > 0) && dated.some(({ usd }) => usd < 0);
  if (!hasBoth) return null;
  const presentValue = (rate: number) =>
    dated.reduce((sum, { years, usd }) => sum + usd * Math.exp(-rate * years), 0);
  const longest = Math.max(1, ...dated.map(({ years }) => -years));
  const widest = largestExponent / longest;
  const root = bisect(presentValue, -widest, widest);
  return root === null ? null : 100 * Math.expm1(root);
}

/** Finds a root between two bounds by halving; null when the function has one sign at both. */
function bisect(of: (at: number) => number, from: number, to: number): number | null {
  let [low, high] = [from, to];
  const [atLow, atHigh] = [of(low), of(high)];
  if (!(Math.sign(atLow) * Math.sign(atHigh) < 0)) return null;
  while (high - low > precision * Math.max(1, Math.abs(low))) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (Math.sign(of(middle)) === Math.sign(atLow)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
