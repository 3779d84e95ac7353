/** The result that ends an iteration. */
export const iterationEnd = { value: undefined, done: true } as const;

/**
 * Creates an async iterator whose `return` calls `close` at once. `return` of an async generator
 * would first wait for a pending `next`.
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
