import type { GraphqlResult } from '../errors.ts';

/**
 * Returns the data of a result. Where it has an error in place of a value, the value of `last`, the
 * data before, stays.
 */
export function keepKnown<Data>(
  { data, errors = [] }: GraphqlResult,
  last: Data | undefined,
): Data | undefined {
  if (data == null) return last ?? undefined;
  return errors.reduce<unknown>(
    (newest, { path = [] }) => fillAt(newest, last, path),
    data,
  ) as Data;
}

/**
 * Returns a copy of `newest` with the value of `last` at the path of an error, if both belong to
 * the same entity.
 */
function fillAt(
  newest: unknown,
  last: unknown,
  [step, ...rest]: readonly (string | number)[],
): unknown {
  // An error in a non-null field makes its parent null.
  if (newest == null) return last ?? newest;
  if (step === undefined || !isObject(newest) || !isObject(last)) return newest;
  if (idOf(newest) !== idOf(last)) return newest;
  const value = fillAt(newest[step], last[step], rest);
  return Array.isArray(newest)
    ? newest.map((one, index) => (index === Number(step) ? value : one))
    : { ...newest, [step]: value };
}

type Fields = Readonly<Record<string | number, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the id of a list element or of the node of a connection's edge. */
function idOf(value: Fields): unknown {
  return isObject(value.node) ? value.node.id : value.id;
}
