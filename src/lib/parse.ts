import { z } from 'zod';
import { memoizeByString } from './collections/memoize-by-string.ts';
import type { UnixSeconds, Wei } from './units.ts';

/** A finite number, sent as a number or as a decimal string (wire-facts 1.7: upstream decimals are strings). */
export const lenientNumber = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/)])
  .transform(Number)
  .refine(Number.isFinite, 'not a finite number');

/** The same for what is counted. */
export const lenientInteger = lenientNumber.refine(Number.isInteger, 'not a whole number');

/** Whole wei, as a decimal string or a number that is exact. */
export const lenientWei = z.union([
  z.string().regex(/^\d{1,78}$/),
  z.int().nonnegative().transform(String),
]);

/** The latest second that a date can hold (year 9999). */
export const maxUnixSeconds: UnixSeconds = 253_402_300_799;

/** Unix seconds that a date can hold: 0 to the year 9999, fractions included. Milliseconds are none. */
export const isUnixTime = (value: unknown): value is UnixSeconds =>
  typeof value === 'number' && value >= 0 && value < maxUnixSeconds + 1;

/** Unix seconds, sent as such or as an ISO 8601 string; a time without an offset is UTC. */
export const lenientSeconds = z.union([z.number(), z.string()]).transform((value, issues) => {
  const seconds = typeof value === 'number' ? Math.floor(value) : parseIsoSeconds(value);
  if (isUnixTime(seconds)) return seconds;
  issues.addIssue('not a time');
  return z.NEVER;
});

/**
 * Unix seconds of an ISO 8601 time; a missing offset is read as UTC (wire-facts 1.16). NaN when it is none.
 *
 * @example parseIsoSeconds('2026-01-01T00:00:00') // 1767225600
 */
export function parseIsoSeconds(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.NaN;
  const hasTime = /[T ]\d{2}:\d{2}/.test(text);
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const iso = hasTime && !hasOffset ? `${text.replace(' ', 'T')}Z` : text;
  return Math.floor(Date.parse(iso) / 1000);
}

/**
 * Whether the text is a day of the calendar, `YYYY-MM-DD`.
 *
 * @example isCalendarDay('2026-02-30') // false
 */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Many times lie on a few days. */
const isKnownDay = memoizeByString(1000, isCalendarDay);

/** As most upstreams write it: of ten thousand rows each may have a time of its own. */
const wholeTime = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const isoParts =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:([Zz])|([+-]\d{2}):?(\d{2})?)?)?$/;

/**
 * The same ISO 8601 time with its offset; a missing one is UTC (wire-facts 1.16), and so is a day
 * without a time. Null when it is no such time.
 *
 * @example completeIsoTime('2026-01-01 12:00:00') // '2026-01-01T12:00:00Z'
 */
export function ensureIsoOffset(text: string): string | null {
  if (wholeTime.test(text) && isKnownDay(text.slice(0, 10))) return text;
  const [, day = '', time = '00:00:00', , hours, minutes = '00'] = isoParts.exec(text) ?? [];
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const complete = `${day}T${time}${offset}`;
  return isKnownDay(day) && !Number.isNaN(Date.parse(complete)) ? complete : null;
}

/** A time as ISO 8601 with its offset, sent as such or as Unix seconds; null for what is no time. */
export function toIsoTime(value: unknown): string | null {
  if (typeof value === 'string') return ensureIsoOffset(value);
  return isUnixTime(value) ? formatIsoSeconds(Math.floor(value)) : null;
}

let last = { seconds: Number.NaN, text: '' };

/**
 * ISO 8601 in UTC without fractions: what upstreams take as a time. Mostly that is now, so the last
 * one is kept: to write it anew takes 2 % of a REST read.
 */
export function formatIsoSeconds(seconds: number): string {
  if (last.seconds !== seconds) {
    const text = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
    last = { seconds, text };
  }
  return last.text;
}

/** What has fields; JSON knows no other objects. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What has fields by name: an object that is no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/**
 * Whether an object that was parsed has just so many fields: who has more sends something beside the
 * documented. Counted without a list of them, which 400 holdings would leave to the collector.
 */
export function hasFieldCount(value: object, count: number): boolean {
  let found = 0;
  for (const _name in value) found += 1;
  return found === count;
}

/** A number as documented; JSON's `1e999` is infinite. */
export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** Whole wei as documented. */
export const isWei = (value: unknown): value is Wei =>
  typeof value === 'string' && value.length <= 78 && /^\d+$/.test(value);

/** Every item of a list, read by hand; null as soon as one of them is not as documented. */
export function parseArray<T>(value: unknown, read: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null;
  const items: T[] = [];
  for (const item of value) {
    const known = read(item);
    if (known === null) return null;
    items.push(known);
  }
  return items;
}
