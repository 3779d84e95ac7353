import { InvalidRunError } from './invalid-run-error.ts';

/** The query of a request: each name with all values given for it. */
export type Query = URLSearchParams;

/** Least and greatest value of a number. */
export type Range = { readonly from: number; readonly to: number };

/**
 * The one value of a parameter, `null` when it is not given.
 *
 * @throws {InvalidRunError} 400 given more than once.
 */
export function optionalTextParam(query: Query, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1)
    throw invalidRunError(`${name} must be given once, not ${values.length} times`);
  return values[0] ?? null;
}

/**
 * A text that must be there.
 *
 * @throws {InvalidRunError} 400 missing, empty or given more than once.
 */
export function requiredTextParam(query: Query, name: string): string {
  const text = optionalTextParam(query, name);
  if (text === null || text.trim() === '') throw invalidRunError(`${name} is required`);
  return text;
}

/**
 * A whole number in a range; `fallback` when it is not given, required without one.
 *
 * @throws {InvalidRunError} 400 missing, not a whole number in decimal digits, out of range.
 */
export function wholeNumberParam(
  query: Query,
  name: string,
  { from, to, fallback }: Range & { readonly fallback?: number },
): number {
  const text =
    fallback === undefined ? requiredTextParam(query, name) : optionalTextParam(query, name);
  if (text === null) return fallback as number;
  const value = /^[+-]?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) {
    throw invalidRunError(`${name} must be a whole number from ${from} to ${to}`);
  }
  return value + 0;
}

/**
 * A decimal number in a range, `null` when it is not given.
 *
 * @throws {InvalidRunError} 400 not a decimal number (so no NaN, Infinity or hexadecimal), out of range.
 */
export function decimalNumberParam(query: Query, name: string, { from, to }: Range): number | null {
  const text = optionalTextParam(query, name);
  if (text === null) return null;
  const decimal = /^[+-]?(\d{1,20}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?$/i;
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to)) {
    throw invalidRunError(`${name} must be a number from ${from} to ${to}`);
  }
  // -0 and 0 are the same request.
  return value + 0;
}

/**
 * A yes-or-no value, false when it is not given.
 *
 * @throws {InvalidRunError} 400 anything but true, false, 1 and 0.
 */
export function booleanParam(query: Query, name: string): boolean {
  const text = optionalTextParam(query, name)?.toLowerCase() ?? 'false';
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw invalidRunError(`${name} must be true or false`);
}

/**
 * One of a few words in any case, `null` when it is not given.
 *
 * @throws {InvalidRunError} 400 another word; the message lists them.
 */
export function oneOfParam<T extends string>(
  query: Query,
  name: string,
  words: readonly T[],
): T | null {
  const text = optionalTextParam(query, name);
  if (text === null) return null;
  const word = words.find((candidate) => candidate === text.toLowerCase());
  if (word === undefined) throw invalidRunError(`${name} must be one of ${words.join(', ')}`);
  return word;
}

/**
 * A comma-separated list: normalised, sorted, without repetitions; empty when it is not given.
 *
 * @throws {InvalidRunError} 400 given without an item, or more than 100 items.
 */
export function commaListParam(
  query: Query,
  name: string,
  normalise: (item: string) => string,
): readonly string[] {
  const text = optionalTextParam(query, name);
  if (text === null) return [];
  const items = text.split(',', 201).map(normalise);
  const list = [...new Set(items.filter((item) => item !== ''))].sort();
  if (list.length === 0 || items.length > 100) {
    throw invalidRunError(`${name} must be a comma-separated list of 1 to 100 items`);
  }
  return list;
}

/** The error of a malformed parameter. */
export function invalidRunError(message: string): InvalidRunError {
  return new InvalidRunError(400, message);
}
