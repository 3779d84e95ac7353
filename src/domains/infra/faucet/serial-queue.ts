import { RateLimitedError } from '../../../lib/errors.ts';

/** Runs tasks one after the other, in the order they came. */
export type SerialQueue = {
  /** @throws {RateLimitedError} too many tasks are waiting. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
};

/** @param bound - How many tasks may wait or run at once. */
export function createSerialQueue(bound: number): SerialQueue {
  let tail: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    run: <T>(task: () => Promise<T>): Promise<T> => {
      if (length >= bound) {
        return Promise.reject(new RateLimitedError('too many requests are waiting', 10));
      }
      length += 1;
      const result = tail.then(task).finally(() => {
        length -= 1;
      });
      // A failed task fails its caller alone.
      tail = result.catch(() => undefined);
      return result;
    },
  };
}
