import { type CircuitBreakerPolicy, circuitBreaker, handleAll, type IBreaker } from 'cockatiel';
import { constantBackoff } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';

/** Failures in a row after which Redis counts as down … */
const failuresToOpen = 3;
/** … where those that come together are one: many commands are sent in the same moment. */
const moment: Millis = 50;

/** Opens after some moments in a row in which commands failed. */
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

/** @param halfOpenAfter - A Redis that is down is tried again after so long. */
export function createRedisBreaker(halfOpenAfter: Millis): CircuitBreakerPolicy {
  return circuitBreaker(handleAll, {
    halfOpenAfter: constantBackoff(halfOpenAfter),
    breaker: createMoments(),
  });
}
