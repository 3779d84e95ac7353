/**
 * Passes values from a producer to one reader. Values that the reader has not read yet are queued
 * in order.
 */
export type AsyncQueue<T> = {
  readonly put: (value: T) => void;
  /** Ends the queue after the queued values, with an error if one is given. */
  readonly end: (error?: Error) => void;
  /** Yields the values in order until the end. */
  readonly values: () => AsyncGenerator<T, void, undefined>;
};

/** Creates a queue. Its producer must be bounded, because the queue never drops values. */
export function createAsyncQueue<T>(): AsyncQueue<T> {
  const waiting: T[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = Promise.withResolvers<void>();
  return {
    put(value) {
      waiting.push(value);
      wake.resolve();
    },
    end(error) {
      ended = true;
      failure = error;
      wake.resolve();
    },
    async *values() {
      for (;;) {
        const value = waiting.shift();
        if (value !== undefined) yield value;
        else if (failure !== undefined) throw failure;
        else if (ended) return;
        else {
          wake = Promise.withResolvers<void>();
          await wake.promise;
        }
      }
    },
  };
}
