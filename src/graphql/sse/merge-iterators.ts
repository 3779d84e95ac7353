import { createAsyncIterator, iterationEnd } from '../../streaming/async-iterator.ts';

/** An async iterator whose values come from several writers, each at the pace of the consumer. */
export type MergedIterator<T> = {
  /** The merged values, for a single consumer. `return` releases all writers. */
  readonly values: AsyncIterableIterator<T, undefined>;
  /** Resolves when the consumer has taken the value (true), or after a close or abort (false). */
  readonly write: (value: T, signal: AbortSignal) => Promise<boolean>;
};

type Written<T> = {
  readonly value: T;
  readonly signal: AbortSignal;
  readonly taken: (taken: boolean) => void;
};

/** Creates a merged iterator. Writers must await `write`, because its queue has no limit. */
export function createMergedIterator<T>(onLeave: () => void): MergedIterator<T> {
  const written: Written<T>[] = [];
  let reader: ((result: IteratorResult<T, undefined>) => void) | null = null;
  let left = false;

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
    values: createAsyncIterator<T>(
      () => {
        if (left) return Promise.resolve(iterationEnd);
        const next = nextWritten();
        if (!next) {
          return new Promise((resolve) => {
            reader = resolve;
          });
        }
        next.taken(true);
        return Promise.resolve({ value: next.value, done: false });
      },
      () => {
        if (left) return;
        left = true;
        reader?.(iterationEnd);
        for (const { taken } of written.splice(0)) taken(false);
        onLeave();
      },
    ),
  };
}
