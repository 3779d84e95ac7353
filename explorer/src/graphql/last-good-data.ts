import { useRef } from 'react';
import type { CombinedError, Operation } from 'urql';

/** What urql's hooks return. */
type RequestState<Data> = {
  readonly data?: Data | undefined;
  readonly error?: CombinedError | undefined;
  /** The one that data and error came from, perhaps with the variables before. */
  readonly operation?: Operation | undefined;
};

/**
 * Returns the newest data of the request with a key; where an error stands in place of a value, the
 * value that was read last stays.
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

/** A copy of `newest` with the value of `last` at the path of an error, if both are of one entity. */
function fillAt(
  newest: unknown,
  last: unknown,
  [step, ...rest]: readonly (string | number)[],
): unknown {
  // An error below a field that cannot be null makes its parent null.
  if (newest == null) return last ?? newest;
  if (step === undefined || !isObject(newest) || !isObject(last)) return newest;
  if (idOf(newest) !== idOf(last)) return newest;
  const value = fillAt(newest[step], last[step], rest);
  return Array.isArray(newest) ? newest.with(Number(step), value) : { ...newest, [step]: value };
}

type Fields = Readonly<Record<string | number, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Tells entities of a list apart, also those in edges of a connection. */
function idOf(value: Fields): unknown {
  return isObject(value.node) ? value.node.id : value.id;
}
