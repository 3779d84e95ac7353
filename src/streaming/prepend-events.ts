import { createAsyncIterator } from './create-async-iterator.ts';

/** Yields the events of `first`, then of `rest`; `return()` ends both at once. */
export function prependEvents<T>(
  first: readonly T[],
  rest: AsyncIterableIterator<T, undefined>,
): AsyncIterableIterator<T, undefined> {
  const queue = [...first];
  return createAsyncIterator(
    async () => {
      const value = queue.shift();
      return value === undefined ? rest.next() : { value, done: false };
    },
    () => {
      queue.length = 0;
      return rest.return?.();
    },
  );
}
