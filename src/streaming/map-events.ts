import { createAsyncIterator, iterationEnd } from './create-async-iterator.ts';

/** Maps events and drops those mapped to undefined; `return` closes the source at once. */
export function mapEvents<T, U>(
  events: AsyncIterable<T>,
  map: (event: T) => U | undefined | Promise<U | undefined>,
): AsyncIterableIterator<U, undefined> {
  const source = events[Symbol.asyncIterator]();
  return createAsyncIterator<U>(
    async () => {
      for (;;) {
        const { value, done } = await source.next();
        if (done) return iterationEnd;
        try {
          const shown = await map(value);
          if (shown !== undefined) return { value: shown, done: false };
        } catch (error) {
          // The iterator has failed, so the caller will not call `return`.
          await source.return?.();
          throw error;
        }
      }
    },
    () => source.return?.(),
  );
}
