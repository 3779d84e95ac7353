import type { Millis } from '../lib/units.ts';

/** `closed`: calls are made. `open`: they are rejected. `half-open`: one trial call decides. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** `trial`: for the one call of the half-open state. `usual`: for calls of the closed state. */
export type BreakerPermit = 'usual' | 'trial';

/**
 * Creates a closed circuit breaker. It rejects calls to an upstream that failed repeatedly, until
 * one call has succeeded again.
 *
 * @param options.failuresToOpen - Consecutive failures that open it.
 * @param options.openFor - Time until an open breaker permits a trial call.
 * @param options.now - A monotonic clock.
 */
export function createCircuitBreaker(options: {
  readonly failuresToOpen: number;
  readonly openFor: Millis;
  readonly now: () => Millis;
}) {
  const { failuresToOpen, openFor, now } = options;
  let state: BreakerState = 'closed';
  let failures = 0;
  let nextTrialAt = 0;

  return {
    state: () => state,
    /** Returns a permit, to be reported once at the end; undefined forbids the call. */
    acquire: (): BreakerPermit | undefined => {
      if (state === 'closed') return 'usual';
      if (state === 'half-open' || now() < nextTrialAt) return undefined;
      state = 'half-open';
      return 'trial';
    },
    succeed: (permit: BreakerPermit): void => {
      // A call that began before the breaker opened does not close it.
      if (permit === 'trial') state = 'closed';
      if (state === 'closed') failures = 0;
    },
    fail: (permit: BreakerPermit): void => {
      failures += 1;
      const opens = permit === 'trial' || (state === 'closed' && failures >= failuresToOpen);
      if (!opens) return;
      state = 'open';
      nextTrialAt = now() + openFor;
    },
    /** The call was aborted and says nothing about the upstream; the next one becomes the trial. */
    cancel: (permit: BreakerPermit): void => {
      if (permit === 'trial') state = 'open';
    },
  };
}
