/**
 * Yields the events of `first`, then those of `rest`. `return()` drops the queued events and ends
 * `rest` at once.
 */
export function prependEvents<T>(
  first: readonly T[],
  rest: AsyncIterableIterator<T, undefined>,
): AsyncIterableIterator<T, undefined> {
  const queue = [...first];
  return {
    next: async () => {
      const value = queue.shift();
      return value === undefined ? rest.next() : { value, done: false };
    },
    return: async () => {
      queue.length = 0;
      await rest.return?.();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
