import { InvalidRunError } from './invalid-run-error.ts';

/** The query of a request. */
export type Query = URLSearchParams;

/** Minimum and maximum of a number. */
type NumberRange = { readonly from: number; readonly to: number };

/**
 * Returns the value of a parameter; `null` if it is not given.
 *
 * @throws {InvalidRunError} 400 the parameter is given more than once.
 */
export function parseOptionalTextParam(query: Query, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1)
    throw createInvalidRunError(`${name} must be given once, not ${values.length} times`);
  return values[0] ?? null;
}

/**
 * Returns the value of a required parameter.
 *
 * @throws {InvalidRunError} 400 the parameter is missing, empty or given more than once.
 */
export function parseRequiredTextParam(query: Query, name: string): string {
  const text = parseOptionalTextParam(query, name);
  if (text === null || text.trim() === '') throw createInvalidRunError(`${name} is required`);
  return text;
}

/**
 * Parses a whole number in a range. Without a `fallback` the parameter is required.
 *
 * @throws {InvalidRunError} 400 the parameter is missing, not a whole number in decimal digits, or
 * out of range.
 */
export function parseWholeNumberParam(
  query: Query,
  name: string,
  { from, to, fallback }: NumberRange & { readonly fallback?: number },
): number {
  const text =
    fallback === undefined
      ? parseRequiredTextParam(query, name)
      : parseOptionalTextParam(query, name);
  if (text === null) return fallback as number;
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) {
    throw createInvalidRunError(`${name} must be a whole number from ${from} to ${to}`);
  }
  return value + 0;
}

/**
 * Parses a decimal number in a range; `null` if it is not given.
 *
 * @throws {InvalidRunError} 400 the value is not a decimal number (NaN, Infinity and hexadecimal
 * are not), or out of range.
 */
export function parseDecimalNumberParam(
  query: Query,
  name: string,
  { from, to }: NumberRange,
): number | null {
  const text = parseOptionalTextParam(query, name);
  if (text === null) return null;
  const decimal = /^[+-]?(\d{1,20}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?$/i;
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) {
    throw createInvalidRunError(`${name} must be a number from ${from} to ${to}`);
  }
  // Converts -0 to 0, so that both give the same cache key.
  return value + 0;
}

/**
 * Parses a boolean; false if it is not given.
 *
 * @throws {InvalidRunError} 400 the value is not true, false, 1 or 0.
 */
export function parseBooleanParam(query: Query, name: string): boolean {
  const text = parseOptionalTextParam(query, name)?.toLowerCase() ?? 'false';
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw createInvalidRunError(`${name} must be true or false`);
}

/**
 * Parses one of the permitted words in any case; `null` if it is not given.
 *
 * @throws {InvalidRunError} 400 another word; the message lists the permitted ones.
 */
export function parseOneOfParam<T extends string>(
  query: Query,
  name: string,
  words: readonly T[],
): T | null {
  const text = parseOptionalTextParam(query, name);
  if (text === null) return null;
  const word = words.find((candidate) => candidate === text.toLowerCase());
  if (word === undefined) throw createInvalidRunError(`${name} must be one of ${words.join(', ')}`);
  return word;
}

/**
 * Parses a comma-separated list into normalised, sorted items without duplicates; empty if it is
 * not given.
 *
 * @throws {InvalidRunError} 400 the list has no item or more than 100 items.
 */
export function parseCommaListParam(
  query: Query,
  name: string,
  normalise: (item: string) => string,
): readonly string[] {
  const text = parseOptionalTextParam(query, name);
  if (text === null) return [];
  const items = text.split(',', 201).map(normalise);
  const list = [...new Set(items.filter((item) => item !== ''))].sort();
  if (list.length === 0 || items.length > 100) {
    throw createInvalidRunError(`${name} must be a comma-separated list of 1 to 100 items`);
  }
  return list;
}

/** Creates the error of a malformed parameter. */
export function createInvalidRunError(message: string): InvalidRunError {
  return new InvalidRunError(400, message);
}
