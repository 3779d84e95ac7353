import type { Millis } from '../lib/units.ts';

/** Redis did not respond in time. */
export class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError';
}

const step: Millis = 20;

/**
 * Resolves with the response if it arrives within `limit`, counted in ticks of 20 ms. A blocked
 * event loop counts as one tick, so a slow process is not mistaken for a slow Redis.
 *
 * @throws {RedisTimeoutError} the response does not arrive in time.
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
