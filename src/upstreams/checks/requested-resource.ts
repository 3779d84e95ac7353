import { isRecord } from '../../lib/parse.ts';

/**
 * The resource that a request is for, by the snake_case keys under which upstreams repeat it, e.g.
 * `{ batch_id: 7 }`; camelCase keys are recognized too.
 */
export type RequestedResource = Readonly<Record<string, string | number>>;

/** Returns whether a parsed body may belong to the request; false if it is for another one. */
export type BodyMatchesRequest = (body: unknown) => boolean;

const toCamel = (key: string) =>
  key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const wholeHex = /^0x[\da-f]{1,64}$/i;

/**
 * Whether two values name the same resource: 7 equals '7', and case and leading zeros of hex do not
 * matter. A `sent` value that is neither string nor number counts as equal.
 */
export function isSameResourceName(sent: unknown, requested: string | number): boolean {
  if (sent === requested) return true;
  if (typeof sent !== 'string' && typeof sent !== 'number') return true;
  const [left, right] = [String(sent), String(requested)];
  if (left.toLowerCase() === right.toLowerCase()) return true;
  return wholeHex.test(left) && wholeHex.test(right) && BigInt(left) === BigInt(right);
}

/**
 * Returns a check that each key is missing in a body or has the requested value.
 *
 * @example matchesRequestedResource({ batch_id: 7 })({ batchId: 8 }) // false
 */
export function matchesRequestedResource(subject: RequestedResource): BodyMatchesRequest {
  const names = Object.entries(subject);
  return (body) =>
    !isRecord(body) ||
    names.every(([key, name]) => isSameResourceName(body[key] ?? body[toCamel(key)], name));
}

/** Like `matchesRequestedResource` for each row of the body, or of the first list under `listKeys`. */
export function rowsMatchRequestedResource(
  subject: RequestedResource,
  ...listKeys: readonly string[]
): BodyMatchesRequest {
  const check = matchesRequestedResource(subject);
  return (body) => {
    const rows = isRecord(body) ? listKeys.map((key) => body[key]).find(Array.isArray) : body;
    return !Array.isArray(rows) || rows.every(check);
  };
}

/** Combines checks: a body must pass all of them. */
export const combineBodyChecks =
  (...checks: readonly BodyMatchesRequest[]): BodyMatchesRequest =>
  (body) =>
    checks.every((check) => check(body));
