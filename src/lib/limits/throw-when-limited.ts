import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Millis } from '../units.ts';

/**
 * Waits until a limiter has counted points.
 *
 * @param toError - Creates the error for a limit that is exceeded, from the time until it is not.
 * @throws the error of `toError`.
 */
export async function throwWhenLimited(
  counted: Promise<unknown>,
  toError: (wait: Millis) => Error,
): Promise<void> {
  try {
    await counted;
  } catch (error) {
    throw error instanceof RateLimiterRes ? toError(error.msBeforeNext) : error;
  }
}
