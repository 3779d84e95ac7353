import { RateLimitedError } from '../../../lib/errors.ts';

/** Creates a queue that runs tasks one at a time, in order; at most `bound` wait and run. */
export function createSerialQueue(bound: number) {
  let tail: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    /** @throws {RateLimitedError} the queue is full. */
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
