import type { CsvRows } from '../lib/download.ts';
import { formatIso, formatIsoDay } from '../lib/format.ts';
import type { TimedValue } from '../lib/timed-value.ts';

/** The axis of time that all series of a chart share. Distances on it are true to time. */
export type TimeAxis = {
  /** Times at which a series has a value, ascending, Unix seconds. */
  readonly times: readonly number[];
  /** Seconds between two places of the axis. */
  readonly step: number;
};

const daySeconds = 86_400;
/** Maximum number of places of an axis, far more than a screen has pixels. */
const maxPlaces = 6000;
/** Places between the two values that are nearest to each other, so that others are near their times. */
const placesPerValue = 8;

/**
 * Creates the axis of several series; places of a daily axis are calendar days. Without `spacing`,
 * the seconds between two places follow from the values.
 */
export function createTimeAxis(
  series: readonly (readonly TimedValue[])[],
  isDaily: boolean,
  spacing?: number,
): TimeAxis {
  const all = new Set(series.flatMap((points) => points.map(({ timestamp }) => timestamp)));
  const times = [...all].sort((a, b) => a - b);
  if (isDaily || spacing !== undefined) return { times, step: spacing ?? daySeconds };
  const smallest = findSmallestDistance(times);
  const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
  // The last time is a place, so that no place is after it.
  const count = Math.min(maxPlaces, Math.ceil((span / smallest) * placesPerValue));
  return { times, step: Math.max(1, span / Math.max(1, count)) };
}

/** Returns the seconds between the two times that are nearest to each other. */
function findSmallestDistance(times: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < times.length; index += 1) {
    smallest = Math.min(smallest, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return smallest;
}

/** Returns the number of the place on the axis that is nearest to a time. */
export const placeOf = ({ times, step }: TimeAxis, timestamp: number): number =>
  Math.round((timestamp - (times[0] ?? 0)) / step);

/** Returns the Unix seconds of a place on the axis. */
export const timeOfPlace = ({ times, step }: TimeAxis, place: number): number =>
  Math.round((times[0] ?? 0) + place * step);

/** Two places of a chart's axis, or two distances from its left edge in pixels. */
export type Span = { readonly from: number; readonly to: number };

/** Returns the places of a chart that are in view, all of them without a zoom. */
export const viewOf = (axis: TimeAxis, zoom: Span | null): Span =>
  zoom ?? { from: 0, to: placeOf(axis, axis.times.at(-1) ?? 0) };

/**
 * Returns the places that a chart of bars shows of a view: half the distance between two bars
 * before the first and after the last of the axis, so that these are drawn whole.
 */
export function padView(axis: TimeAxis, { from, to }: Span): Span {
  const last = placeOf(axis, axis.times.at(-1) ?? 0);
  // A place itself is half before and half after its time.
  const extra = axis.times.length < 2 ? 0 : (findSmallestDistance(axis.times) / axis.step - 1) / 2;
  return { from: from <= 0 ? from - extra : from, to: to >= last ? to + extra : to };
}

/** By which part of its length an axis may move when its series are read anew. */
const mayMove = 0.1;

/**
 * Returns the places of an axis that show what `view` showed of the one before; null for the axis
 * of another range, and where nothing of the view is left, which are shown whole.
 */
export function moveView(view: Span, before: TimeAxis, axis: TimeAxis): Span | null {
  const bounds = ({ times }: TimeAxis) => [times[0] ?? 0, times.at(-1) ?? 0] as const;
  const [[begin, until], [first, last]] = [bounds(before), bounds(axis)];
  const most = mayMove * (until - begin);
  if (Math.abs(first - begin) > most || Math.abs(last - until) > most) return null;
  const end = placeOf(axis, last);
  const moved = (place: number) =>
    Math.min(end, Math.max(0, (timeOfPlace(before, place) - first) / axis.step));
  const [from, to] = [moved(view.from), moved(view.to)];
  return to > from ? { from, to } : null;
}

/** Returns the index of the time on the axis that is nearest to a place. */
export function findNearest(axis: TimeAxis, place: number): number {
  const wanted = timeOfPlace(axis, place);
  let [low, high] = [0, axis.times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((axis.times[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [axis.times[low - 1], axis.times[low]];
  return before !== undefined && after !== undefined && wanted - before < after - wanted
    ? low - 1
    : low;
}

/** Returns the indexes of the first and the last time on the axis within two places; null without. */
export function findWithin(axis: TimeAxis, { from, to }: Span): Span | null {
  const [begin, until] = [timeOfPlace(axis, from), timeOfPlace(axis, to)];
  const first = axis.times.findIndex((time) => time >= begin);
  const last = axis.times.findLastIndex((time) => time <= until);
  return first < 0 || last < first ? null : { from: first, to: last };
}

/** The values of several series at one time; null where a series has none. */
export type AxisRow = { readonly timestamp: number; readonly values: readonly (number | null)[] };

/** Returns the values of all series at each time of their axis. */
export function toAxisRows(
  series: readonly { readonly points: readonly TimedValue[] }[],
  axis: TimeAxis,
): readonly AxisRow[] {
  const values = series.map(
    ({ points }) => new Map(points.map(({ timestamp, value }) => [timestamp, value])),
  );
  return axis.times.map((timestamp) => ({
    timestamp,
    values: values.map((one) => one.get(timestamp) ?? null),
  }));
}

/** Returns the values of all series for a file, a day or a moment in each row. */
export function toCsvRows(
  series: readonly { readonly name: string; readonly points: readonly TimedValue[] }[],
  axis: TimeAxis,
  daily: boolean,
): CsvRows {
  return [
    [daily ? 'date' : 'time', ...series.map(({ name }) => name)],
    ...toAxisRows(series, axis).map(({ timestamp, values }) => [
      daily ? formatIsoDay(timestamp) : formatIso(timestamp),
      ...values,
    ]),
  ];
}
