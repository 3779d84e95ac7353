import { z } from 'zod';
import { parseAddress, parseBytes32, type UnixSeconds, type WeiString } from './units.ts';

/** Sign, whole part, fraction and exponent of a decimal number as libraries and databases print it. */
const decimalParts = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Decimal digits, on each side of the point, that a number may have. */
const maxDigits = 78;

/** Parses a finite JSON number, or a text with a decimal number in any notation; else null. */
export function parseNumberOrText(value: unknown): number | null {
  const isText = typeof value === 'string' && decimalParts.test(value);
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** Schema of what `parseNumberOrText` accepts. */
export const coercedNumberSchema = z.union([z.number(), z.string()]).transform((value, issues) => {
  const number = parseNumberOrText(value);
  if (number !== null) return number;
  issues.addIssue('not a finite number');
  return z.NEVER;
});

/** Whether a value is a whole number that GraphQL's `Int` can hold. */
export const isGraphQLInt = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** Schema of a whole number below 2^31 that an upstream sends as a number or as a decimal string. */
export const coercedIntegerSchema = coercedNumberSchema.refine(isGraphQLInt, 'not a whole number');

/**
 * Parses a number or a text as exact decimal digits without an exponent. Null for other values, for
 * more than 78 digits on a side of the point, and for a whole JSON number that is too large for a
 * double to be exact: `parseResponse` then reads the digits of the upstream's text.
 *
 * @example parseDecimalText('1.50E-3') // '0.00150'
 * @example parseDecimalText('1e+21') // '1000000000000000000000'
 */
export function parseDecimalText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return null;
  const sent = typeof value === 'number' ? String(value) : value;
  const parts = typeof sent === 'string' ? decimalParts.exec(sent) : null;
  if (parts === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent);
  const digits = `${whole}${fraction}`;
  const point = whole.length + shift;
  if (Math.abs(shift) > 2 * maxDigits) return null;
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '';
  const after = point < 0 ? `${'0'.repeat(-point)}${digits}` : digits.slice(point);
  const trimmed = before.replace(/^0+(?=\d)/, '') || '0';
  if (trimmed.length > maxDigits || after.length > maxDigits) return null;
  const text = after === '' ? trimmed : `${trimmed}.${after}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Schema of what `parseDecimalText` accepts. */
export const decimalTextSchema = z
  .union([z.string(), z.number()])
  .transform((value, issues): string => {
    const text = parseDecimalText(value);
    if (text !== null) return text;
    issues.addIssue('not a decimal number');
    return z.NEVER;
  });

/** Schema of whole wei in any notation (`parseDecimalText`), of which no digit is lost. */
export const weiTextOrIntegerSchema = z
  .union([z.string(), z.number()])
  .transform((value, issues): WeiString => {
    const [whole = '-', fraction = ''] = parseDecimalText(value)?.split('.') ?? [];
    if (!whole.startsWith('-') && !/[1-9]/.test(fraction)) return whole;
    issues.addIssue('not whole wei');
    return z.NEVER;
  });

/**
 * Schema of a text that `parse` converts to a value.
 *
 * @param message - The error for a text that `parse` rejects with null or undefined.
 * @param typeMessage - The error for a value that is no text; by default that of zod.
 */
export const createParsedTextSchema = <T>(
  message: string,
  parse: (text: string) => T | null | undefined,
  typeMessage?: string,
) =>
  z.string(typeMessage).transform((text, issues): T => {
    const value = parse(text) ?? undefined;
    if (value !== undefined) return value;
    issues.addIssue(message);
    return z.NEVER;
  });

/** Schema of a body that has a value under `key`, e.g. a list; returns the value. */
export const createUnderKeySchema = <S extends z.ZodType>(key: string, value: S) =>
  z.object({ [key]: value }).transform((body) => body[key] as z.output<S>);

/** Schema of a text with `0x` and 64 hex digits; returns it in lower case. */
export const bytes32Schema = createParsedTextSchema('not 32 bytes in hex', parseBytes32);
/** Schema of a text with `0x` and 40 hex digits; returns it as it is. */
export const addressTextSchema = z
  .string()
  .refine((text) => parseAddress(text) !== null, 'not an address');
/** Schema of a calendar day, or of a time on it in a form of `ensureIsoOffset`; returns the day. */
export const calendarDaySchema = createParsedTextSchema('not a day', parseCalendarDay);

/** The last second of the year 9999, the latest whose ISO 8601 form has a four-digit year. */
export const maxUnixSeconds: UnixSeconds = 253_402_300_799;

/** Whether a value is Unix seconds up to the year 9999, with or without a fraction. */
export const isInUnixTimeRange = (value: unknown): value is UnixSeconds =>
  typeof value === 'number' && value >= 0 && value < maxUnixSeconds + 1;

type CheckDef = z.core.$ZodTypeDef & { readonly isValid: (value: unknown) => boolean };

const CheckSchema = z.core.$constructor<z.core.$ZodType, CheckDef>('CheckSchema', (schema, def) => {
  z.core.$ZodType.init(schema, def);
  schema._zod.parse = (payload) => {
    const { value } = payload;
    if (!def.isValid(value)) {
      payload.issues.push({ code: 'custom', message: 'invalid', input: value, inst: schema });
    }
    return payload;
  };
});

/** Creates a zod schema of one type check, several times cheaper than `z.custom`. */
export const createPredicateSchema = <T>(isValid: (value: unknown) => value is T) =>
  new CheckSchema({ type: 'custom', isValid }) as z.core.$ZodType<T, T>;

/** Schema of whole wei as a decimal string, the form that upstreams document. */
export const strictWeiSchema = createPredicateSchema(
  (value): value is WeiString =>
    typeof value === 'string' && value.length <= 78 && /^(?:0|[1-9]\d*)$/.test(value),
);

/** Schema of whole Unix seconds as a number, the form that upstreams document. */
export const strictUnixSecondsSchema = createPredicateSchema(
  (value): value is UnixSeconds => isInUnixTimeRange(value) && Number.isInteger(value),
);

/**
 * Schema of a time as Unix seconds, RFC 3339 or a text of PostgreSQL (`parseTimeSeconds`); drops
 * fractions.
 */
export const unixOrIsoSecondsSchema = z
  .union([z.number(), z.string()])
  .transform((value, issues) => {
    const seconds = parseTimeSeconds(value);
    if (isInUnixTimeRange(seconds)) return seconds;
    issues.addIssue('not a time');
    return z.NEVER;
  });

const unixText = /^\d{9,12}(\.\d+)?$/;

/**
 * Parses Unix seconds, as a number or a text, or a text that `ensureIsoOffset` accepts, to whole Unix
 * seconds; NaN for other values.
 *
 * @example parseTimeSeconds('2026-01-01 00:00:00+00') // 1767225600
 */
export function parseTimeSeconds(value: unknown): number {
  if (typeof value === 'number') return Math.floor(value);
  if (typeof value !== 'string') return Number.NaN;
  if (unixText.test(value)) return Math.floor(Number(value));
  return Math.floor(Date.parse(ensureIsoOffset(value) ?? '') / 1000);
}

/** Matches `YYYY-MM-DD` for every valid day except 29 February. */
const yearlyDay =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/;
const leapDay = /^\d{4}-02-29$/;

/** Whether the text is an existing date, `YYYY-MM-DD`, so not `2026-02-30`; faster than `Date`. */
export function isCalendarDay(text: string): boolean {
  if (yearlyDay.test(text)) return true;
  if (!leapDay.test(text)) return false;
  const year = Number(text.slice(0, 4));
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the day of a date, or of a time in a form of `ensureIsoOffset`; null for other values. */
export function parseCalendarDay(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (isCalendarDay(value)) return value;
  return ensureIsoOffset(value) === null ? null : value.slice(0, 10);
}

/** The form that most upstreams send. It needs no change, which saves time in long lists. */
const wholeTime = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const isoParts =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\d{0,9}(?: ?(?:[Zz]|UTC|GMT|([+-]\d{2}):?(\d{2})?))?)?$/;

/**
 * Returns a time in RFC 3339, ISO 8601 or a form of PostgreSQL as ISO 8601 with its offset; without
 * one, and for a date, it is UTC. Null for other texts.
 *
 * @example ensureIsoOffset('2026-01-01 12:00:00-06') // '2026-01-01T12:00:00-06:00'
 */
export function ensureIsoOffset(text: string): string | null {
  if (wholeTime.test(text) && isCalendarDay(text.slice(0, 10))) return text;
  const parts = isoParts.exec(text) ?? [];
  const [, day = '', minute = '00:00', second = ':00', fraction = '', hours, minutes = '00'] =
    parts;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  // A leap second is the last second that the day has in Unix time.
  const complete = `${day}T${minute}${second === ':60' ? ':59' : second}${fraction}${offset}`;
  return isCalendarDay(day) && !Number.isNaN(Date.parse(complete)) ? complete : null;
}

/**
 * Converts Unix seconds, as a number or a text, or a text that `ensureIsoOffset` accepts, to ISO 8601
 * with an offset; null for other values.
 */
export function toIsoTime(value: unknown): string | null {
  if (typeof value === 'string' && !unixText.test(value)) return ensureIsoOffset(value);
  const seconds = parseTimeSeconds(value);
  return isInUnixTimeRange(seconds) ? formatIsoSeconds(seconds) : null;
}

/**
 * Formats whole Unix seconds as ISO 8601 in UTC.
 *
 * @example formatIsoSeconds(1767225600) // '2026-01-01T00:00:00Z'
 */
export const formatIsoSeconds = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Whether a value is an object but not an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
