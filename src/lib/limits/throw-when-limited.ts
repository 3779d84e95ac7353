import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Millis } from '../units.ts';

/**
 * Waits until a limiter has counted points.
 *
 * @param toError - Creates the error for an exceeded limit, given the time to wait.
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
