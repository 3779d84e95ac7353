import { isRecord } from '../../lib/parse.ts';

/**
 * What a request asked for, by the keys under which upstreams repeat it in their responses, in
 * snake_case; bodies that spell them in camelCase are read as well.
 */
export type RequestSubject = Readonly<Record<string, string | number>>;

/** False for a body that names another thing than the one that was asked for. */
export type BodyCheck = (body: unknown) => boolean;

const toCamel = (key: string) =>
  key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

const wholeHex = /^0x[\da-f]{1,64}$/i;

/** Whether two spellings name the same thing: without letter case, as numbers, as hex numbers. */
export function isSameName(sent: unknown, asked: string | number): boolean {
  if (sent === asked) return true;
  if (typeof sent !== 'string' && typeof sent !== 'number') return true;
  const [left, right] = [String(sent), String(asked)];
  if (left.toLowerCase() === right.toLowerCase()) return true;
  return wholeHex.test(left) && wholeHex.test(right) && BigInt(left) === BigInt(right);
}

/**
 * Whether an object is about what was asked for: under each key it has the same name or none. What
 * is no object names nothing.
 *
 * @example isAbout({ batch_id: 7 })({ batchId: 8 }) // false
 */
export function matchesSubject(asked: RequestSubject): BodyCheck {
  const names = Object.entries(asked).map(([key, name]) => ({ key, camel: toCamel(key), name }));
  return (body) =>
    !isRecord(body) ||
    names.every(({ key, camel, name }) => isSameName(body[key] ?? body[camel], name));
}

/** The same for each row of a list, bare or under one of these keys. */
export function rowsMatchSubject(asked: RequestSubject, ...keys: readonly string[]): BodyCheck {
  const check = matchesSubject(asked);
  return (body) => {
    const rows = isRecord(body) ? keys.map((key) => body[key]).find(Array.isArray) : body;
    return !Array.isArray(rows) || rows.every(check);
  };
}

/** All of several checks. */
export const allOf =
  (...checks: readonly BodyCheck[]): BodyCheck =>
  (body) =>
    checks.every((check) => check(body));
