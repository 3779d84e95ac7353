/** The result that ends an iteration. */
export const iterationEnd = { value: undefined, done: true } as const;

/**
 * Creates an async iterator of two functions. `return` calls `close` at once, even while a `next`
 * is pending; a generator would wait.
 */
export const createAsyncIterator = <T>(
  next: () => Promise<IteratorResult<T, undefined>>,
  close: () => unknown,
): AsyncIterableIterator<T, undefined> => ({
  next,
  return: async () => {
    await close();
    return iterationEnd;
  },
  [Symbol.asyncIterator]() {
    return this;
  },
});
