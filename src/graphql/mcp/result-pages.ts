import { InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';

/** Maximum bytes of a tool's result, which has its JSON twice: as an object and as text. */
export const maxToolResultBytes = 400_000;

/** Bytes of a result beside its data: the envelope of the message, and errors. */
const envelopeBytes = 20_000;

/** Field names and list positions from the root to the first list item of a page. */
export type ResultPosition = readonly (string | number)[];

const maxCursorCharacters = 2_000;

/** Encodes the position at which the next page begins. */
export const formatResultCursor = (position: ResultPosition): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** @throws {InvalidInputError} the text is not a cursor of a result. */
export function parseResultCursor(cursor: unknown): ResultPosition {
  const invalid = () => new InvalidInputError('cursor must be the nextCursor of a result');
  if (typeof cursor !== 'string' || cursor.length > maxCursorCharacters) throw invalid();
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isStep = (step: unknown) =>
      typeof step === 'string' || (Number.isSafeInteger(step) && Number(step) >= 0);
    if (Array.isArray(position) && position.length > 0 && position.every(isStep)) return position;
  } catch {
    // Not JSON.
  }
  throw invalid();
}

/** Bytes of a value's JSON as a part of an object and of a text, where quotes are escaped. */
function bytesOfText(text: string): number {
  const json = JSON.stringify(text);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) - 2;
}

/** Bytes of a value whose lists are empty. */
function bytesWithoutLists(value: unknown): number {
  if (Array.isArray(value)) return 4;
  if (typeof value === 'string') return bytesOfText(value) + 2;
  if (!isRecord(value)) return 2 * String(value).length + 2;
  let bytes = 6;
  for (const key of Object.keys(value)) {
    bytes += bytesOfText(key) + 4 + bytesWithoutLists(value[key]);
  }
  return bytes;
}

/**
 * Returns as much of a result's data as a tool may return. Items of lists are taken in the order of
 * the document; lists before the page's first item and after its last are empty, and all other
 * fields are there on each page.
 *
 * @param from - Where the page begins; null for the first.
 * @returns the data, and where the next page begins; null after the last.
 */
export function pageOfResult(
  data: unknown,
  from: ResultPosition | null,
  maxBytes = maxToolResultBytes - envelopeBytes,
): { readonly data: unknown; readonly next: ResultPosition | null } {
  let left = maxBytes - bytesWithoutLists(data);
  let next: ResultPosition | null = null;
  // A page has at least one item that the pages before it lack, or there would be no end.
  let hasNewItem = false;

  function copyList(list: readonly unknown[], path: ResultPosition, start: ResultPosition | null) {
    const first = typeof start?.[0] === 'number' ? start[0] : 0;
    const within = start !== null && start.length > 1 ? start.slice(1) : null;
    const items: unknown[] = [];
    for (let index = first; index < list.length && next === null; index += 1) {
      const isContinued = index === first && within !== null;
      const bytes = bytesWithoutLists(list[index]);
      if (hasNewItem && bytes > left) {
        next = [...path, index];
        break;
      }
      left -= bytes;
      hasNewItem ||= !isContinued;
      items.push(copy(list[index], [...path, index], isContinued ? within : null));
    }
    return items;
  }

  function copy(value: unknown, path: ResultPosition, start: ResultPosition | null): unknown {
    if (Array.isArray(value)) return next === null ? copyList(value, path, start) : [];
    if (!isRecord(value)) return value;
    const copied: Record<string, unknown> = {};
    let isBefore = start !== null && start.length > 0;
    for (const key of Object.keys(value)) {
      const isAt = isBefore && key === start?.[0];
      if (isAt) isBefore = false;
      if (isBefore) copied[key] = withoutListItems(value[key]);
      else copied[key] = copy(value[key], [...path, key], isAt ? (start?.slice(1) ?? null) : null);
    }
    return copied;
  }

  return { data: copy(data, [], from), next };
}

function withoutListItems(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key, withoutListItems(below)]),
  );
}
