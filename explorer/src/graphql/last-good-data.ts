import { useRef } from 'react';
import type { CombinedError, Operation } from 'urql';

/** What urql's hooks return. */
type RequestState<Data> = {
  readonly data?: Data | undefined;
  readonly error?: CombinedError | undefined;
  /** The operation of `data` and `error`, which may still have the previous variables. */
  readonly operation?: Operation | undefined;
};

/**
 * Returns the newest data of the request with a key. If an error has replaced a value, the last
 * known value is used.
 */
export function useLastGoodData<Data>(key: number, state: RequestState<Data>): Data | undefined {
  const { data: newest, error, operation } = state;
  const shown = useRef<{ readonly key: number; readonly data: Data | undefined } | null>(null);
  const last = shown.current?.key === key ? shown.current.data : undefined;
  const isOwn = operation?.key === key;
  const data = isOwn ? fillFailed(newest, last, error) : newest;
  shown.current = { key, data: isOwn ? data : undefined };
  return data;
}

function fillFailed<Data>(
  newest: Data | undefined,
  last: Data | undefined,
  error: CombinedError | undefined,
): Data | undefined {
  if (newest == null) return last ?? newest;
  const paths = error?.graphQLErrors.map(({ path = [] }) => path) ?? [];
  return paths.reduce<Data>((data, path) => fillAt(data, last, path) as Data, newest);
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
  return Array.isArray(newest) ? newest.with(Number(step), value) : { ...newest, [step]: value };
}

type Fields = Readonly<Record<string | number, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the id of a list element or of the node of a connection's edge. */
function idOf(value: Fields): unknown {
  return isObject(value.node) ? value.node.id : value.id;
}
