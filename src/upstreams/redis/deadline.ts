import type { Millis } from '../../core/units.ts';

/** Redis did not answer in time. */
export class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError';
}

/**
 * The answer, if it comes in time. What lies in the socket when the time is up is read first, so
 * that a process that was busy does not take its own slowness for Redis'.
 *
 * @throws {RedisTimeoutError} it does not.
 */
export function inTime<T>(answer: Promise<T>, limit: Millis): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new RedisTimeoutError('Redis did not answer in time'));
    const timer = setTimeout(() => setImmediate(giveUp), limit);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
