import { parseDayNumber } from '../market-history.ts';
import type { TableRow } from './csv-table.ts';

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const epoch = { firstDay: 0 };

/** Creates a parser of `YYYY-MM-DD` into days since 1970-01-01. It caches parsed dates. */
export function createDateParser<Column extends string>(): (
  row: TableRow<Column>,
  column: Column,
) => number {
  const known = new Map<string, number>();
  return (row, column) => {
    const text = row.get(column);
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const day = parseDayNumber(epoch, text);
    if (Number.isNaN(day)) {
      throw row.fail(`${column} must be a date YYYY-MM-DD, found ${quote(text)}`);
    }
    known.set(text, day);
    return day;
  };
}

/**
 * Parses an asset id, which is any text without a comma.
 *
 * @throws {DataFileError} the field is empty or contains a comma.
 */
export function parseAssetId<Column extends string>(row: TableRow<Column>, column: Column): string {
  const text = parseText(row, column);
  if (text.includes(',')) throw row.fail(`${column} must not hold a comma, found ${quote(text)}`);
  return text;
}

/**
 * Returns a text field that must not be empty.
 *
 * @throws {DataFileError} the field is empty.
 */
export function parseText<Column extends string>(row: TableRow<Column>, column: Column): string {
  const text = row.get(column);
  if (text.trim() === '') throw row.fail(`${column} must not be empty`);
  return text;
}

/** Range of a number field, both bounds included. */
type NumberRange = { readonly min?: number; readonly max?: number };

/**
 * Parses a decimal number.
 *
 * @throws {DataFileError} the field is not a finite decimal number in the range.
 */
export function parseNumber<Column extends string>(
  row: TableRow<Column>,
  column: Column,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRange = {},
): number {
  const text = row.get(column);
  const value = numeral.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw row.fail(`${column} must be a number, found ${quote(text)}`);
  if (value < min) throw row.fail(`${column} must be at least ${min}, found ${text}`);
  if (value > max) throw row.fail(`${column} must be at most ${max}, found ${text}`);
  return value;
}

/**
 * Parses an optional decimal number; NaN for an empty field.
 *
 * @throws {DataFileError} the field is neither empty nor a finite decimal number in the range.
 */
export function parseOptionalNumber<Column extends string>(
  row: TableRow<Column>,
  column: Column,
  range: NumberRange = {},
): number {
  return row.get(column) === '' ? Number.NaN : parseNumber(row, column, range);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
