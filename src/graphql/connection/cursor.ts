import type { SortKeyValue, SortPosition } from './sort-key.ts';

/** The list and order that a cursor belongs to: `orders AMOUNT DESC`. */
export type CursorScope = string;

const version = 1;
const maxCursor = 2048;
/** Maximum characters of a text sort key in a cursor; longer texts are cut. */
const maxText = 200;

/** Formats an opaque cursor: base64url of a JSON array that starts with a version. */
export function encodeCursor(
  scope: CursorScope,
  { key, naturalKey, repeat }: SortPosition,
): string {
  const fields = [version, scope, encodeKey(key), naturalKey];
  return Buffer.from(JSON.stringify(repeat === 0 ? fields : [...fields, repeat])).toString(
    'base64url',
  );
}

/** A `bigint` becomes an array with its digits, which distinguishes it from a text key. */
function encodeKey(key: SortKeyValue): unknown {
  if (typeof key === 'bigint') return [String(key)];
  return typeof key === 'string' ? key.slice(0, maxText) : key;
}

/** Parses a cursor of this scope; null for any other text. */
export function parseCursor(scope: CursorScope, text: string): SortPosition | null {
  if (text.length > maxCursor || !/^[\w-]+$/.test(text)) return null;
  let fields: unknown;
  try {
    fields = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(fields)) return null;
  const [of, list, encoded, naturalKey, repeat = 0]: readonly unknown[] = fields;
  const key = parseKey(encoded);
  if (of !== version || list !== scope || key === undefined || !Number.isSafeInteger(repeat)) {
    return null;
  }
  const position = { key, naturalKey, repeat } as SortPosition;
  const isKey = typeof naturalKey === 'string' || Number.isFinite(naturalKey);
  // Only the text that `encodeCursor` makes is accepted, so a cursor has one form.
  return isKey && encodeCursor(scope, position) === text ? position : null;
}

/** Returns undefined for anything but a sort key. */
function parseKey(encoded: unknown): SortKeyValue | undefined {
  if (encoded === null || typeof encoded === 'string' || typeof encoded === 'number') {
    return encoded;
  }
  const digits: unknown = Array.isArray(encoded) ? encoded[0] : null;
  return typeof digits === 'string' && /^-?\d{1,100}$/.test(digits) ? BigInt(digits) : undefined;
}
