import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { maxUnixSeconds } from '../../lib/parse.ts';
import type { NavPoint } from './schema.ts';

/** NAV per share over time, ascending, as the JSON that clients receive. */
export type SerializedNavSeries = { readonly json: string };

/** Serializes points in any order as an ascending series. */
export function serializeNavSeries(points: readonly NavPoint[]): SerializedNavSeries {
  return { json: JSON.stringify(ascending(points)) };
}

/** The points of a series, memoized for as long as it is cached. */
export const deserializeNavPoints = memoizeOnObject(
  ({ json }: SerializedNavSeries): readonly NavPoint[] => JSON.parse(json),
);

/** Sorts points by time; most series are sorted already, which is much cheaper to check. */
function ascending(points: readonly NavPoint[]): readonly NavPoint[] {
  let last = 0;
  for (const { timestamp } of points) {
    if (timestamp < last) return points.toSorted((left, right) => left.timestamp - right.timestamp);
    last = timestamp;
  }
  return points;
}

const code = (character: string) => character.charCodeAt(0);
const [zero, nine, dot, comma] = [code('0'), code('9'), code('.'), code(',')];
const [opening, closing, end] = [code('['), code(']'), code('}')];
const beforeTimestamp = Buffer.from('{"timestamp":');
const beforeNav = Buffer.from(',"nav":');
const timeDigits = String(maxUnixSeconds).length;
/** A decimal number of up to this many digits is always the shortest form of its double. */
const exactDigits = 15;
/** Length of the longest number in its shortest form: 17 digits after `0.00000`. */
const longestNumber = 24;

/** Whether the bytes are output of `serializeNavSeries`; such a body is passed on without parsing. */
export function isCanonicalNavSeries(bytes: Uint8Array): boolean {
  if (bytes[0] !== opening) return false;
  if (bytes[1] === closing) return bytes.length === 2;
  let at = 0;
  let last = 0;
  do {
    if (!hasAt(bytes, at + 1, beforeTimestamp)) return false;
    const time = at + 1 + beforeTimestamp.length;
    at = endOfDigits(bytes, time);
    if (!isWhole(bytes, time, at) || at - time > timeDigits) return false;
    const second = numberBetween(bytes, time, at);
    if (second < last || second > maxUnixSeconds || !hasAt(bytes, at, beforeNav)) return false;
    last = second;
    at = endOfNumber(bytes, at + beforeNav.length);
    if (bytes[at] !== end) return false;
    at += 1;
  } while (bytes[at] === comma);
  return bytes[at] === closing && bytes.length === at + 1;
}

/** Returns the position after a non-negative number in its shortest form; -1 if there is none. */
function endOfNumber(bytes: Uint8Array, start: number): number {
  const whole = endOfDigits(bytes, start);
  if (!isWhole(bytes, start, whole)) return -1;
  if (bytes[whole] !== dot) return whole - start <= exactDigits ? whole : -1;
  const ends = endOfDigits(bytes, whole + 1);
  if (ends === whole + 1 || bytes[ends - 1] === zero) return -1;
  // A number below 0.1 may be below 1e-6, and so have an exponent in its shortest form.
  const isSmall = bytes[start] === zero && bytes[whole + 1] === zero;
  if (!isSmall && ends - start - 1 <= exactDigits) return ends;
  if (ends - start > longestNumber) return -1;
  const text = String.fromCharCode(...bytes.subarray(start, ends));
  return String(Number(text)) === text ? ends : -1;
}

function hasAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text[index]) return false;
  }
  return true;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= nine;

/** Returns true for a whole number in JSON: at least one digit and no leading zero. */
const isWhole = (bytes: Uint8Array, start: number, ends: number) =>
  ends > start && (bytes[start] !== zero || ends === start + 1);

function numberBetween(bytes: Uint8Array, start: number, ends: number): number {
  let number = 0;
  for (let at = start; at < ends; at += 1) number = number * 10 + (bytes[at] as number) - zero;
  return number;
}
