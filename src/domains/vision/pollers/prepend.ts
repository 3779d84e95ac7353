/** Some events at once, then the rest; left at once when it is left. */
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
