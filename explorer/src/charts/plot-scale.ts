import { formatAxisTime } from '../lib/format.ts';
import type { TimedValue } from '../lib/timed-value.ts';

/** A mark of an axis: its place from 0 (left or top) to 1, and the value there. */
export type Mark = { readonly place: number; readonly value: number };

/** The scale of the values of a plot. */
export type ValueScale = {
  /** Returns the place of a value, from 0 (top) to 1 (bottom). */
  readonly placeOf: (value: number) => number;
  readonly marks: readonly Mark[];
};

/** Factors of the distances between marks, for each power of ten. */
const factors = [1, 2, 2.5, 5, 10];

/** Creates the scale of the values of several series with about four marks. */
export function createValueScale(
  series: readonly (readonly TimedValue[])[],
  options: { readonly log?: boolean; readonly zero?: boolean } = {},
): ValueScale {
  const values = series.flatMap((points) => points.map(({ value }) => value));
  const low = values.reduce((least, value) => Math.min(least, value), options.zero ? 0 : Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), options.zero ? 0 : -Infinity);
  return options.log && low > 0 ? createLogScale(low, high) : createLinearScale(low, high);
}

function createLinearScale(low: number, high: number): ValueScale {
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = (factors.find((factor) => span / (factor * power) <= 5) ?? 10) * power;
  const begin = Math.floor(low / step + 1e-9) * step;
  const end = Math.max(Math.ceil(high / step - 1e-9) * step, begin + step);
  const placeOf = (value: number) => 1 - (value - begin) / (end - begin);
  const count = Math.round((end - begin) / step);
  const marks = Array.from({ length: count + 1 }, (_, index) => {
    const value = begin + index * step;
    return { place: placeOf(value), value: Math.abs(value) < step / 1e6 ? 0 : value };
  });
  return { placeOf, marks };
}

function createLogScale(low: number, high: number): ValueScale {
  const begin = Math.log(low) - 0.05;
  const end = Math.max(Math.log(high), begin + 0.1) + 0.05;
  const span = end - begin;
  const placeOf = (value: number) => 1 - (Math.log(value) - begin) / span;
  const lowest = Math.floor(Math.log10(low));
  const highest = Math.ceil(Math.log10(high));
  const steps = span > 9 ? [1] : span > 2 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
  const marks = Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index))
    .flatMap((power) => steps.map((step) => step * power))
    .map((value) => ({ place: placeOf(value), value }))
    .filter(({ place }) => place >= 0 && place <= 1);
  return { placeOf, marks };
}

/** Numbers of months between marks of an axis of time. */
const monthSteps = [1, 2, 3, 6, 12, 24, 48];
/** Maximum number of marks of an axis of time. */
const maxTimeMarks = 8;

/** A mark of an axis of time: its place from 0 (left) to 1, and its text. */
export type TimeMark = { readonly place: number; readonly text: string };

/** Distances of marks in seconds, for axes of less than three months. */
const shortSteps = [
  ...[5, 15, 60, 300, 900, 1800],
  ...[3600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600],
];

/** Creates the marks of an axis of time: begins of years or months, of short axes days, hours or minutes. */
export function createTimeMarks(first: number, last: number, daily = true): readonly TimeMark[] {
  const months = (last - first) / (30.44 * 86_400);
  return months < 3 ? createShortMarks(first, last, daily) : createMonthMarks(first, last, months);
}

function createShortMarks(first: number, last: number, daily: boolean): readonly TimeMark[] {
  const zone = daily ? 0 : new Date(first * 1000).getTimezoneOffset() * 60;
  const step =
    shortSteps.find(
      (seconds) => (!daily || seconds >= 86_400) && (last - first) / seconds <= maxTimeMarks,
    ) ?? 1_209_600;
  const marks: TimeMark[] = [];
  for (
    let timestamp = Math.ceil((first - zone) / step) * step + zone;
    timestamp <= last;
    timestamp += step
  ) {
    const ofDay = (timestamp - zone) % 86_400;
    const kind = ofDay === 0 ? 2 : ofDay % 60 === 0 ? 3 : 4;
    marks.push({
      place: (timestamp - first) / (last - first || 1),
      text: formatAxisTime(timestamp, kind, { daily, span: last - first }),
    });
  }
  return marks;
}

function createMonthMarks(first: number, last: number, months: number): readonly TimeMark[] {
  const start = new Date(first * 1000);
  const step = monthSteps.find((count) => months / count <= maxTimeMarks) ?? 48;
  const marks: TimeMark[] = [];
  for (let index = 0; index <= months + 1; index += 1) {
    const month = start.getUTCMonth() + index;
    if (month % step !== 0) continue;
    const timestamp = Date.UTC(start.getUTCFullYear(), month) / 1000;
    if (timestamp < first || timestamp > last) continue;
    const kind = month % 12 === 0 ? 0 : 1;
    marks.push({
      place: (timestamp - first) / (last - first || 1),
      text: formatAxisTime(timestamp, kind, { daily: true, span: last - first }),
    });
  }
  return marks;
}

/** Ratio of the highest to the lowest value from which the scale of growth is logarithmic. */
const logFrom = 4;

/** Whether growth spans so much that a logarithmic scale shows it better. */
export function spansMuch(series: readonly { readonly points: readonly TimedValue[] }[]): boolean {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value));
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  return highest > logFrom * values.reduce((least, value) => Math.min(least, value), Infinity);
}
