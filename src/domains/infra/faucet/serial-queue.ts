import { RateLimitedError } from '../../../lib/errors.ts';

/** Runs tasks one at a time, in the order of the calls. */
export type SerialQueue = {
  /** @throws {RateLimitedError} the queue is full. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
};

/** @param bound - Maximum number of waiting and running tasks. */
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
      // A failed task rejects its own promise and does not stop the queue.
      tail = result.catch(() => undefined);
      return result;
    },
  };
}
