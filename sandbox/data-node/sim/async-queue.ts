/** Hands values from a producer to one reader; what the reader has not taken yet waits in order. */
export type AsyncQueue<T> = {
  readonly put: (value: T) => void;
  /** Ends the values after those that wait, with an error if there is one. */
  readonly end: (error?: Error) => void;
  /** The values in order, until the end. */
  readonly values: () => AsyncGenerator<T, void, undefined>;
};

/** Creates a mailbox; its producer must be bounded, for nothing is ever dropped. */
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
