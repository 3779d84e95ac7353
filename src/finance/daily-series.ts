import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import type { UnixSeconds } from '../lib/units.ts';

/** Days since 1970-01-01, UTC. */
export type DayNumber = number;

/** Values of successive days, all above 0. Days may be missing. */
export type DailySeries = {
  readonly days: readonly DayNumber[];
  readonly values: readonly number[];
};

/** A value at a moment. */
export type TimedValue = { readonly timestamp: UnixSeconds; readonly value: number };

/** Seconds of a day. */
export const secondsPerDay = 86_400;
const millisPerDay = 86_400_000;

/** Returns the UTC day of a moment. */
export const dayOf = (timestamp: UnixSeconds): DayNumber => Math.floor(timestamp / secondsPerDay);

/** Returns the midnight (UTC) at which the day of a moment began. */
export const startOfDay = (timestamp: UnixSeconds): UnixSeconds => dayOf(timestamp) * secondsPerDay;

/**
 * Parses a calendar day; NaN when the text is none.
 *
 * @example parseDay('1970-01-03') // 2
 */
export const parseDay = (date: string): DayNumber => Date.parse(`${date}T00:00:00Z`) / millisPerDay;

/**
 * Formats a day.
 *
 * @example formatDay(2) // '1970-01-03'
 */
export const formatDay = (day: DayNumber): string =>
  new Date(day * millisPerDay).toISOString().slice(0, 10);

/**
 * Puts points, ascending by day, on days: the last point of each day counts. The first point that
 * has no finite value above 0, or no day, ends the series before it.
 */
export function toDailySeries<T>(
  points: readonly T[],
  read: { readonly day: (point: T) => DayNumber; readonly value: (point: T) => number },
): DailySeries {
  const days: DayNumber[] = [];
  const values: number[] = [];
  for (const point of points) {
    const [day, value] = [read.day(point), read.value(point)];
    if (!(value > 0 && Number.isFinite(value) && Number.isFinite(day))) break;
    if (days.at(-1) !== day) {
      days.push(day);
      values.push(value);
    } else values[values.length - 1] = value;
  }
  return { days, values };
}

/** Returns the part of a series from one day to another, both included. */
export function selectDays(
  { days, values }: DailySeries,
  from: DayNumber | null,
  to: DayNumber | null,
): DailySeries {
  const first = from === null ? 0 : days.findIndex((day) => day >= from);
  const start = first < 0 ? days.length : first;
  const last = to === null ? days.length - 1 : days.findLastIndex((day) => day <= to);
  return { days: days.slice(start, last + 1), values: values.slice(start, last + 1) };
}

/** Like `selectDays` with calendar days; the series itself without either, so that it stays memoized. */
export function selectDates(
  series: DailySeries,
  {
    from,
    to,
  }: { readonly from?: string | null | undefined; readonly to?: string | null | undefined },
): DailySeries {
  if (from == null && to == null) return series;
  return selectDays(series, from == null ? null : parseDay(from), to == null ? null : parseDay(to));
}

/** Reduces all series to the days that every one of them has. */
export function alignDays(all: readonly DailySeries[]): readonly DailySeries[] {
  const [one] = all;
  if (one && all.every(({ days }) => isSame(days, one.days))) return all;
  const [first, ...others] = all.map(({ days }) => new Set(days));
  const common = [...(first ?? [])].filter((day) => others.every((days) => days.has(day)));
  const wanted = new Set(common);
  return all.map(({ days, values }) => ({
    days: common,
    values: values.filter((_, at) => wanted.has(days[at] ?? Number.NaN)),
  }));
}

const isSame = (left: readonly DayNumber[], right: readonly DayNumber[]): boolean =>
  left === right || (left.length === right.length && left.every((day, at) => day === right[at]));

/** Returns of successive days, fractions; memoized on the series. */
export const dailyReturns = memoizeOnObject(({ values }: DailySeries): readonly number[] =>
  values.slice(1).map((value, at) => value / (values[at] ?? Number.NaN) - 1),
);
