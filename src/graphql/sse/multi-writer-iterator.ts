import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';

/** An async iterator with one consumer and several writers, which wait until a value is read. */
export type MultiWriterIterator<T> = {
  /** All values in the order of the writes. `return` settles all pending writes with false. */
  readonly values: AsyncIterableIterator<T, undefined>;
  /** Resolves with true once the consumer has read the value, with false after a close or abort. */
  readonly write: (value: T, signal: AbortSignal) => Promise<boolean>;
};

type PendingWrite<T> = {
  readonly value: T;
  readonly signal: AbortSignal;
  readonly resolve: (isRead: boolean) => void;
};

/** Creates the iterator. A writer must await each `write`, because the queue has no limit. */
export function createMultiWriterIterator<T>(onClose: () => void): MultiWriterIterator<T> {
  const pending: PendingWrite<T>[] = [];
  let resolveRead: ((result: IteratorResult<T, undefined>) => void) | null = null;
  let isClosed = false;

  function shiftWrite(): PendingWrite<T> | undefined {
    let next = pending.shift();
    while (next?.signal.aborted) {
      next.resolve(false);
      next = pending.shift();
    }
    return next;
  }

  return {
    write: (value, signal) => {
      if (isClosed || signal.aborted) return Promise.resolve(false);
      if (resolveRead) {
        const resolve = resolveRead;
        resolveRead = null;
        resolve({ value, done: false });
        return Promise.resolve(true);
      }
      return new Promise((resolve) => pending.push({ value, signal, resolve }));
    },
    values: createAsyncIterator<T>(
      () => {
        if (isClosed) return Promise.resolve(iterationEnd);
        const next = shiftWrite();
        if (!next) {
          return new Promise((resolve) => {
            resolveRead = resolve;
          });
        }
        next.resolve(true);
        return Promise.resolve({ value: next.value, done: false });
      },
      () => {
        if (isClosed) return;
        isClosed = true;
        resolveRead?.(iterationEnd);
        for (const { resolve } of pending.splice(0)) resolve(false);
        onClose();
      },
    ),
  };
}
