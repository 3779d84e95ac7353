import type { Millis } from '../lib/units.ts';

/** `closed`: calls are made. `open`: they are rejected. `half-open`: one trial call decides. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** Rejects calls to an upstream that failed repeatedly, until one call has succeeded again. */
export type CircuitBreaker = {
  readonly state: () => BreakerState;
  /**
   * Returns a permit for a call, to be reported once at its end (`succeed`, `fail` or `cancel`);
   * undefined when the call must not be made.
   */
  readonly acquire: () => BreakerPermit | undefined;
  readonly succeed: (permit: BreakerPermit) => void;
  readonly fail: (permit: BreakerPermit) => void;
  /** The call was aborted and says nothing about the upstream. */
  readonly cancel: (permit: BreakerPermit) => void;
};

/** `trial`: for the one call of the half-open state. `usual`: for calls of the closed state. */
export type BreakerPermit = 'usual' | 'trial';

/**
 * Creates a closed breaker.
 *
 * @param options.failuresToOpen - Consecutive failures that open it.
 * @param options.openFor - Time until an open breaker permits a trial call.
 * @param options.now - A monotonic clock.
 */
export function createCircuitBreaker(options: {
  readonly failuresToOpen: number;
  readonly openFor: Millis;
  readonly now: () => Millis;
}): CircuitBreaker {
  const { failuresToOpen, openFor, now } = options;
  let state: BreakerState = 'closed';
  let failures = 0;
  let nextTrialAt = 0;

  return {
    state: () => state,
    acquire: () => {
      if (state === 'closed') return 'usual';
      if (state === 'half-open' || now() < nextTrialAt) return undefined;
      state = 'half-open';
      return 'trial';
    },
    succeed: (permit) => {
      // A call that began before the breaker opened does not close it.
      if (permit === 'trial') state = 'closed';
      if (state === 'closed') failures = 0;
    },
    fail: (permit) => {
      failures += 1;
      const opens = permit === 'trial' || (state === 'closed' && failures >= failuresToOpen);
      if (!opens) return;
      state = 'open';
      nextTrialAt = now() + openFor;
    },
    cancel: (permit) => {
      // The next call becomes the trial, without another pause.
      if (permit === 'trial') state = 'open';
    },
  };
}
