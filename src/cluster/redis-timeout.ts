import type { Millis } from '../lib/units.ts';

/** Redis did not answer in time. */
export class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError';
}

const step: Millis = 20;

/**
 * The answer, if it comes in time. Time is counted in steps that the process has really seen: one that
 * was held up, by its own work or by a busy machine, counts a single one, and what lies in the socket
 * by then is read first. So a slow process does not take its own slowness for Redis'.
 *
 * @throws {RedisTimeoutError} it does not.
 */
export function withTimeout<T>(response: Promise<T>, limit: Millis): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = Math.ceil(limit / step);
    const giveUp = () => reject(new RedisTimeoutError('Redis did not answer in time'));
    const wait = () => {
      left -= 1;
      if (left > 0) timer = setTimeout(wait, step);
      else setImmediate(giveUp);
    };
    let timer = setTimeout(wait, step);
    response.then(resolve, reject).finally(() => {
      left = 0;
      clearTimeout(timer);
    });
  });
}
