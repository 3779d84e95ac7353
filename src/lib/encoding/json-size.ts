/** A number has no more characters as JSON: `-1.7976931348623157e+308`. */
const longestNumber = 24;
/** A character of a text takes no more bytes in JSON: `\u001f`. */
const longestCharacter = 6;

/**
 * How many bytes a value takes as JSON at most, found without encoding it; more than the limit where
 * it takes more, and how much more is not said. Texts and numbers are taken to be as long as they can
 * get at first, and are measured where that is too much.
 *
 * @param value - What JSON can hold; nothing in it has a `toJSON`.
 */
export function jsonSize(value: unknown, limit: number): number {
  const bound = boundOf(value, limit);
  return bound <= limit ? bound : sizeOf(value, limit);
}

/** Whether a value takes at most so many bytes as JSON. */
export const isJsonWithin = (value: unknown, limit: number): boolean =>
  jsonSize(value, limit) <= limit;

/** Bytes at most, by the length of texts alone; may end early with more than the limit. */
export const jsonBound = (value: unknown, limit: number): number => boundOf(value, limit);

/** Bytes at most; may end early with more than the limit. */
function boundOf(value: unknown, limit: number): number {
  switch (typeof value) {
    case 'string':
      return 2 + longestCharacter * value.length;
    case 'object':
      return value === null ? 4 : membersOf(value, limit, boundOf);
    default:
      return longestNumber;
  }
}

/** Bytes; may end early with more than the limit. */
function sizeOf(value: unknown, limit: number): number {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(JSON.stringify(value));
    case 'number':
      return Number.isFinite(value) ? String(value).length : 4;
    case 'boolean':
      return value ? 4 : 5;
    case 'object':
      return value === null ? 4 : membersOf(value, limit, sizeOf);
    default:
      return 4;
  }
}

type Measure = (value: unknown, limit: number) => number;

function membersOf(value: object, limit: number, measure: Measure): number {
  let size = 2;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= limit; at += 1) {
      size += measure(value[at], limit - size) + 1;
    }
    return size;
  }
  for (const key in value) {
    // Quotes, a colon and a comma; names of a response are ASCII.
    size += key.length + 4 + measure((value as Record<string, unknown>)[key], limit - size);
    if (size > limit) return size;
  }
  return size;
}
