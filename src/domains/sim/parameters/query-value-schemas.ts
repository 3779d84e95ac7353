import { daySchemaFormat } from '../../../http/openapi-formats.ts';
import { createParsedTextSchema, isCalendarDay } from '../../../lib/parse.ts';

/*
 * Each schema carries the canonical form of its texts as OpenAPI metadata: a number for the texts
 * of a number, the words for an enum. The parsers accept a little more, such as upper case.
 */

/** Parses the trimmed text of a parameter; `parse` returns undefined for invalid text. */
export function createTrimmedTextSchema<T>(
  message: string,
  parse: (text: string) => T | undefined,
) {
  return createParsedTextSchema(message, (text) => parse(text.trim()));
}

type Range = { readonly from: number; readonly to: number };

const within = (value: number, { from, to }: Range) =>
  // Adding 0 converts -0 to 0, so that both have the same cache key.
  value >= from && value <= to ? value + 0 : undefined;

/** Parses a whole number in decimal digits. */
export function wholeNumberTextSchema(name: string, range: Range) {
  return createTrimmedTextSchema(
    `${name} must be a whole number from ${range.from} to ${range.to}`,
    (text) => (/^[+-]?\d{1,16}$/.test(text) ? within(Number(text), range) : undefined),
  ).meta({ type: 'integer', minimum: range.from, maximum: range.to });
}

/** Parses a decimal number; rejects NaN, Infinity and hexadecimal. */
export function decimalNumberTextSchema(name: string, range: Range) {
  return createTrimmedTextSchema(
    `${name} must be a number from ${range.from} to ${range.to}`,
    (text) =>
      /^[+-]?(\d{1,20}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?$/i.test(text)
        ? within(Number(text), range)
        : undefined,
  ).meta({ type: 'number', minimum: range.from, maximum: range.to });
}

/** Parses one of the given words, case-insensitively. */
export function oneOfTextSchema<T extends string>(name: string, words: readonly [T, ...T[]]) {
  return createTrimmedTextSchema(`${name} must be one of ${words.join(', ')}`, (text) =>
    words.find((word) => word === text.toLowerCase()),
  ).meta({ enum: [...words] });
}

/** Parses `true`, `false`, `1` or `0`. */
export function booleanTextSchema(name: string) {
  return createTrimmedTextSchema(`${name} must be true or false`, (text) => {
    const word = text.toLowerCase();
    if (word === 'true' || word === '1') return true;
    return word === 'false' || word === '0' ? false : undefined;
  }).meta({ type: 'boolean' });
}

/** Parses an existing calendar day, `YYYY-MM-DD`. */
export function calendarDayTextSchema(name: string) {
  return createTrimmedTextSchema(`${name} must be a date YYYY-MM-DD`, (text) =>
    isCalendarDay(text) ? text : undefined,
  ).meta(daySchemaFormat);
}

/** Parses a comma-separated set of 1 to 100 items; returns it normalised, sorted and unique. */
export function commaSetTextSchema(name: string, normalise: (item: string) => string) {
  return createTrimmedTextSchema(
    `${name} must be a comma-separated list of 1 to 100 items`,
    (text) => splitList(text, { normalise, atMost: 100 })?.sort(),
  ).meta(listPattern(100));
}

/** Parses a comma-separated list of 1 to 50 items; keeps the order and removes duplicates. */
export function commaListTextSchema(name: string) {
  return createTrimmedTextSchema(
    `${name} must be a comma-separated list of 1 to 50 items`,
    (text) => splitList(text, { normalise: (item) => item.trim(), atMost: 50 }),
  ).meta(listPattern(50));
}

const listPattern = (atMost: number) => ({ pattern: `^[^,]+(,[^,]+){0,${atMost - 1}}$` });

type Split = { readonly normalise: (item: string) => string; readonly atMost: number };

function splitList(text: string, { normalise, atMost }: Split): string[] | undefined {
  const items = text.split(',', atMost + 1);
  const list = [...new Set(items.map(normalise).filter((item) => item !== ''))];
  return list.length > 0 && items.length <= atMost ? list : undefined;
}

/** Parses an identifier of 1 to 100 letters, digits or `.-_`. */
export function identifierTextSchema(name: string) {
  return createTrimmedTextSchema(`${name} must be 1 to 100 letters, digits or .-_`, (text) =>
    /^[\w.-]{1,100}$/.test(text) ? text : undefined,
  ).meta({ pattern: '^[A-Za-z0-9_.-]{1,100}$' });
}
