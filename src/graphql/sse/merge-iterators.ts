/** One stream that many sources write to; each waits until what it wrote is taken. */
export type MergedIterator<T> = {
  /** The stream; leaving it ends the writers. One reader. */
  readonly values: AsyncIterableIterator<T, undefined>;
  /** Resolves to true once the value is taken, to false when nobody reads any more, or the signal has fired before. */
  readonly write: (value: T, signal: AbortSignal) => Promise<boolean>;
};

type Written<T> = {
  readonly value: T;
  readonly signal: AbortSignal;
  readonly taken: (taken: boolean) => void;
};

/** Holds at most one value a writer. @param onLeave - Told once, when the reader leaves. */
export function createMergedIterator<T>(onLeave: () => void): MergedIterator<T> {
  const written: Written<T>[] = [];
  let reader: ((result: IteratorResult<T, undefined>) => void) | null = null;
  let left = false;
  const end = { value: undefined, done: true } as const;

  /** The next value that is still to be told. */
  function nextWritten(): Written<T> | undefined {
    let next = written.shift();
    while (next?.signal.aborted) {
      next.taken(false);
      next = written.shift();
    }
    return next;
  }

  return {
    write: (value, signal) => {
      if (left || signal.aborted) return Promise.resolve(false);
      if (reader) {
        const serve = reader;
        reader = null;
        serve({ value, done: false });
        return Promise.resolve(true);
      }
      return new Promise((taken) => written.push({ value, signal, taken }));
    },
    values: {
      next: () => {
        if (left) return Promise.resolve(end);
        const next = nextWritten();
        if (!next) {
          return new Promise((resolve) => {
            reader = resolve;
          });
        }
        next.taken(true);
        return Promise.resolve({ value: next.value, done: false });
      },
      return: () => {
        if (!left) {
          left = true;
          reader?.(end);
          for (const { taken } of written.splice(0)) taken(false);
          onLeave();
        }
        return Promise.resolve(end);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    },
  };
}
