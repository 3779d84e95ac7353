import type { NavRange } from '../generated/graphql.ts';
import { formatIsoDay, formatUtcDay } from '../lib/format.ts';

/** A value of a control with its label. */
type Option = readonly [NavRange, string];

/** Ranges of days with more than one daily return, and their labels. */
export const shortRanges: readonly Option[] = [
  ['D7', '7D'],
  ['D30', '30D'],
  ['D90', '90D'],
];

/** A year and what is longer, which a fund may be too young for. */
export const longRanges: readonly Option[] = [
  ['Y1', '1Y'],
  ['Y3', '3Y'],
  ['Y5', '5Y'],
  ['MAX', 'MAX'],
];

/** Days of a series from which a range shows what no other does. */
const daysNeeded: Readonly<Partial<Record<NavRange, number>>> = {
  D7: 1,
  D30: 7,
  D90: 30,
  Y1: 90,
  Y3: 3 * 365,
  Y5: 5 * 365,
  MAX: 365,
};
const dayMillis = 86_400_000;

/**
 * Returns the first range, and those that show what no other does of a series that began on
 * `firstDay`; all while that is not known.
 */
export function offerRanges(
  ranges: readonly Option[],
  firstDay: string | null | undefined,
): readonly Option[] {
  if (firstDay == null) return ranges;
  const age = (Date.now() - Date.parse(firstDay)) / dayMillis;
  return ranges.filter(([range], index) => index === 0 || age > (daysNeeded[range] ?? 0) + 1);
}

/**
 * Days of the ranges which the API begins at the present time of day, so that their first daily
 * value is of the day after. Each is read with the next longer range, from its first day.
 */
const paddedRanges: Readonly<Partial<Record<NavRange, { days: number; readAs: NavRange }>>> = {
  D7: { days: 7, readAs: 'D30' },
  D30: { days: 30, readAs: 'D90' },
  D90: { days: 90, readAs: 'Y1' },
  Y1: { days: 365, readAs: 'Y3' },
};

/** Arguments of the API with which a range of n days has the last n daily returns. */
export type RangeArguments = { readonly range: NavRange; readonly from: string | null };

/** Returns the arguments of a range; `from` is the first day, null where the range begins with it. */
export function readRange(range: NavRange): RangeArguments {
  const padded = paddedRanges[range];
  if (padded === undefined) return { range, from: null };
  const first = Math.floor(Date.now() / dayMillis) - padded.days;
  return { range: padded.readAs, from: formatIsoDay(first * 86_400) };
}

/** Returns the first day of a range as the API begins it; null where it has no bound. */
export function firstDayOf(range: NavRange): string | null {
  const days = paddedRanges[range]?.days ?? wholeYears[range];
  if (days === undefined) return null;
  return formatIsoDay((Math.floor(Date.now() / dayMillis) - days) * 86_400);
}

/** Days of the ranges that the API begins at a midnight. */
const wholeYears: Readonly<Partial<Record<NavRange, number>>> = { Y3: 3 * 365, Y5: 5 * 365 };

/** Returns the points from the first day of a range on. */
export function selectFrom<Point extends { readonly timestamp: number }>(
  points: readonly Point[],
  from: string | null,
): readonly Point[] {
  if (from === null) return points;
  const begin = Date.parse(from) / 1000;
  return points.filter(({ timestamp }) => timestamp >= begin);
}

/** Names a range in a sentence: `the last year`. */
export const rangeNames: Readonly<Record<NavRange, string>> = {
  D1: 'the last 24 hours',
  D7: 'the last 7 days',
  D30: 'the last 30 days',
  D90: 'the last 90 days',
  Y1: 'the last year',
  Y3: 'the last three years',
  Y5: 'the last five years',
  MAX: 'all days',
};

/**
 * Names the period since the first day of all NAVs: that of the creation, unless the data node has
 * only later ones.
 */
export function nameInception(firstDay: string | null, createdAt: number | null): string {
  const isCreation =
    firstDay !== null &&
    createdAt !== null &&
    Date.parse(firstDay) - createdAt * 1000 < 2 * dayMillis;
  return isCreation ? 'Since creation' : 'Since the first NAV';
}

/** A day with the words before it, for the place of a name: `since Nov 24, 2026`. */
export const formatSince = (timestamp: number): string => `since ${formatUtcDay(timestamp)}`;
