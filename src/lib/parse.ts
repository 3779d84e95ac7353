import { z } from 'zod';
import type { UnixSeconds, WeiString } from './units.ts';

const decimal = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

/** Schema of a finite number that an upstream sends as a number or as a decimal string. */
export const coercedNumberSchema = z
  .union([z.number(), z.string().regex(decimal)])
  .transform(Number)
  .refine(Number.isFinite, 'not a finite number');

/** Parses what `coercedNumberSchema` accepts; null for other values. Faster, for long lists. */
export function parseNumberOrText(value: unknown): number | null {
  const isText = typeof value === 'string' && decimal.test(value);
  const number = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** Schema of a whole number that an upstream sends as a number or as a decimal string. */
export const coercedIntegerSchema = coercedNumberSchema.refine(
  Number.isInteger,
  'not a whole number',
);

/** Schema of whole wei that an upstream sends as a decimal string or a safe integer. */
export const weiTextOrIntegerSchema = z.union([
  z.string().regex(/^\d{1,78}$/),
  z.int().nonnegative().transform(String),
]);

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

/** Schema of a body that has a list under `key`; returns the list. */
export const createListUnderKeySchema = <S extends z.ZodType>(key: string, element: S) =>
  z.object({ [key]: z.array(element) }).transform((body) => body[key] as z.output<S>[]);

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
    typeof value === 'string' && value.length <= 78 && /^\d+$/.test(value),
);

/** Schema of whole Unix seconds as a number, the form that upstreams document. */
export const strictUnixSecondsSchema = createPredicateSchema(
  (value): value is UnixSeconds => isInUnixTimeRange(value) && Number.isInteger(value),
);

/** Schema of a time as Unix seconds or ISO 8601 (`parseIsoSeconds`); drops fractions. */
export const unixOrIsoSecondsSchema = z
  .union([z.number(), z.string()])
  .transform((value, issues) => {
    const seconds = typeof value === 'number' ? Math.floor(value) : parseIsoSeconds(value);
    if (isInUnixTimeRange(seconds)) return seconds;
    issues.addIssue('not a time');
    return z.NEVER;
  });

/**
 * Parses an ISO 8601 time to whole Unix seconds; a time without an offset is UTC. Returns NaN for
 * other texts.
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

/** The form that most upstreams send. It needs no change, which saves time in long lists. */
const wholeTime = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;
const isoParts =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:([Zz])|([+-]\d{2}):?(\d{2})?)?)?$/;

/**
 * Returns an ISO 8601 time with its offset; without one, and for a date, it is UTC. Null for other
 * texts.
 *
 * @example ensureIsoOffset('2026-01-01 12:00:00') // '2026-01-01T12:00:00Z'
 */
export function ensureIsoOffset(text: string): string | null {
  if (wholeTime.test(text) && isCalendarDay(text.slice(0, 10))) return text;
  const [, day = '', time = '00:00:00', , hours, minutes = '00'] = isoParts.exec(text) ?? [];
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const complete = `${day}T${time}${offset}`;
  return isCalendarDay(day) && !Number.isNaN(Date.parse(complete)) ? complete : null;
}

/** Converts an ISO 8601 text or Unix seconds to ISO 8601 with an offset; null for other values. */
export function toIsoTime(value: unknown): string | null {
  if (typeof value === 'string') return ensureIsoOffset(value);
  return isInUnixTimeRange(value) ? formatIsoSeconds(Math.floor(value)) : null;
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
