/** The result that ends an iteration. */
export const iterationEnd = { value: undefined, done: true } as const;

/** Creates an async iterator whose `return` calls `close` at once; a generator's awaits `next`. */
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
