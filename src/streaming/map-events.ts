/**
 * The events as `map` shows them, without those it maps to undefined. Unlike a generator it leaves
 * its source at once when it is left, also while it waits for an event.
 */
export function mapEvents<T, U>(
  events: AsyncIterable<T>,
  map: (event: T) => U | undefined | Promise<U | undefined>,
): AsyncIterableIterator<U, undefined> {
  const source = events[Symbol.asyncIterator]();
  const end = { value: undefined, done: true } as const;
  return {
    next: async () => {
      for (;;) {
        const { value, done } = await source.next();
        if (done) return end;
        try {
          const shown = await map(value);
          if (shown !== undefined) return { value: shown, done: false };
        } catch (error) {
          // Nobody reads on after a failure, so the source is left like by a reader who goes.
          await source.return?.();
          throw error;
        }
      }
    },
    return: async () => {
      await source.return?.();
      return end;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
