import { z } from 'zod';
import { isCalendarDay } from '../../../lib/parse.ts';

/** A parameter's text turned into its value; `message` is the whole sentence of what would be right. */
function textValue<T>(message: string, parse: (text: string) => T | undefined) {
  return z.string().transform((text, issues) => {
    const value = parse(text.trim());
    if (value !== undefined) return value;
    issues.addIssue(message);
    return z.NEVER;
  });
}

type Range = { readonly from: number; readonly to: number };

const within = (value: number, { from, to }: Range) =>
  // Adding 0 makes -0 and 0 the same request.
  value >= from && value <= to ? value + 0 : undefined;

/** A whole number in decimal digits. */
export function wholeNumberText(name: string, range: Range) {
  return textValue(`${name} must be a whole number from ${range.from} to ${range.to}`, (text) =>
    /^[+-]?\d{1,16}$/.test(text) ? within(Number(text), range) : undefined,
  );
}

/** A decimal number: no NaN, no Infinity, no hexadecimal. */
export function decimalNumberText(name: string, range: Range) {
  return textValue(`${name} must be a number from ${range.from} to ${range.to}`, (text) =>
    /^[+-]?(\d{1,20}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,3})?$/i.test(text)
      ? within(Number(text), range)
      : undefined,
  );
}

/** One of a few words, any case. */
export function oneOfText<T extends string>(name: string, words: readonly [T, ...T[]]) {
  return textValue(`${name} must be one of ${words.join(', ')}`, (text) =>
    words.find((word) => word === text.toLowerCase()),
  );
}

/** `true`, `false`, `1` or `0`. */
export function booleanText(name: string) {
  return textValue(`${name} must be true or false`, (text) => {
    const word = text.toLowerCase();
    if (word === 'true' || word === '1') return true;
    return word === 'false' || word === '0' ? false : undefined;
  });
}

/** A calendar day that exists, `YYYY-MM-DD`. */
export function calendarDayText(name: string) {
  return textValue(`${name} must be a date YYYY-MM-DD`, (text) =>
    isCalendarDay(text) ? text : undefined,
  );
}

/** A comma-separated set of 1 to 100 items: normalised, sorted, without repetitions. */
export function commaSetText(name: string, normalise: (item: string) => string) {
  return textValue(`${name} must be a comma-separated list of 1 to 100 items`, (text) =>
    splitList(text, { normalise, atMost: 100 })?.sort(),
  );
}

/** A comma-separated list of 1 to 50 items in the order given, without repetitions. */
export function commaListText(name: string) {
  return textValue(`${name} must be a comma-separated list of 1 to 50 items`, (text) =>
    splitList(text, { normalise: (item) => item.trim(), atMost: 50 }),
  );
}

type Split = { readonly normalise: (item: string) => string; readonly atMost: number };

function splitList(text: string, { normalise, atMost }: Split): string[] | undefined {
  const items = text.split(',', atMost + 1);
  const list = [...new Set(items.map(normalise).filter((item) => item !== ''))];
  return list.length > 0 && items.length <= atMost ? list : undefined;
}

/** A short identifier, trimmed. */
export function slugText(name: string) {
  return textValue(`${name} must be 1 to 100 letters, digits or .-_`, (text) =>
    /^[\w.-]{1,100}$/.test(text) ? text : undefined,
  );
}

/** Any text that `parse` understands. */
export const parsedText = textValue;
