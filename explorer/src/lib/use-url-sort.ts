import { useState } from 'react';
import { useSearchParams } from 'react-router';

/** A column and a direction. */
export type Sort<Key extends string = string> = {
  readonly key: Key;
  readonly descending: boolean;
};

/**
 * Returns the order of a table and a function that changes it. With `param` the order is in the
 * page's address: `sort=nav` is descending, `sort=-nav` ascending.
 */
export function useUrlSort<Key extends string>(
  param: string | undefined,
  initial: Sort<Key> | undefined,
): readonly [Sort<Key> | undefined, (sort: Sort<Key>) => void] {
  const [params, setParams] = useSearchParams();
  const [own, setOwn] = useState(initial);
  if (param === undefined) return [own, setOwn];
  const text = params.get(param);
  const sort =
    text === null
      ? initial
      : { key: text.replace(/^-/, '') as Key, descending: !text.startsWith('-') };
  return [
    sort,
    ({ key, descending }) =>
      setParams(
        (current) => {
          current.set(param, descending ? key : `-${key}`);
          return current;
        },
        { replace: true },
      ),
  ];
}
