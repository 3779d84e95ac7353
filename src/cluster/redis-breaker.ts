import { type CircuitBreakerPolicy, circuitBreaker, handleAll, type IBreaker } from 'cockatiel';
import { constantBackoff } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';

/** Number of consecutive failures after which Redis counts as down. */
const failuresToOpen = 3;
/** Failures within this time count as one, because many commands are sent at the same moment. */
const moment: Millis = 50;

/** Opens after `failuresToOpen` consecutive failures that are at least `moment` apart. */
function createMoments(): IBreaker {
  let failures = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  return {
    state: undefined,
    success: () => {
      failures = 0;
    },
    failure: () => {
      const now = performance.now();
      if (now - failedAt < moment) return false;
      failedAt = now;
      failures += 1;
      return failures >= failuresToOpen;
    },
  };
}

/** @param halfOpenAfter - Time after which a Redis that is down is tried again. */
export function createRedisBreaker(halfOpenAfter: Millis): CircuitBreakerPolicy {
  return circuitBreaker(handleAll, {
    halfOpenAfter: constantBackoff(halfOpenAfter),
    breaker: createMoments(),
  });
}
