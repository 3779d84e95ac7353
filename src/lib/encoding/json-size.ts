/** The longest JSON of a number: `-1.7976931348623157e+308`. */
const longestNumber = 24;
/** The most bytes that a UTF-16 code unit takes in JSON: `\u001f`. */
const longestCharacter = 6;

/**
 * Returns an upper bound of the bytes of a value's JSON: a rough one if that is within `limit`,
 * else a close one. Counting stops above `limit`.
 *
 * @param value - A JSON value; nothing in it has a `toJSON`.
 */
export function jsonSize(value: unknown, limit: number): number {
  const bound = jsonSizeUpperBound(value, limit);
  return bound <= limit ? bound : sizeOf(value, limit);
}

/** Whether the JSON of a value has at most `limit` bytes by the bound of `jsonSize`. */
export const isJsonSizeWithin = (value: unknown, limit: number): boolean =>
  jsonSize(value, limit) <= limit;

/** Returns a bound that is cheaper than `jsonSize` and up to six times as high for text. */
export function jsonSizeUpperBound(value: unknown, limit: number): number {
  switch (typeof value) {
    case 'string':
      return 2 + longestCharacter * value.length;
    case 'object':
      return value === null ? 4 : membersOf(value, limit, jsonSizeUpperBound);
    default:
      return longestNumber;
  }
}

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
    // Quotes, a colon and a comma; names in responses are ASCII.
    size += key.length + 4 + measure((value as Record<string, unknown>)[key], limit - size);
    if (size > limit) return size;
  }
  return size;
}
