import type { Millis, UnixSeconds } from './units.ts';

/** A source of the current time. Tests inject their own. */
export type Clock = {
  readonly now: () => Millis;
};

/** The machine's wall clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * Creates a clock for measuring ages. It follows the wall clock forward but never goes back. Call
 * `now` regularly, because time between its last call and a set-back of the wall clock is lost.
 */
export function createMonotonicClock(clock: Clock): Clock {
  let last = clock.now();
  let setBack: Millis = 0;
  return {
    now: () => {
      const now = clock.now();
      if (now < last) setBack += last - now;
      last = now;
      return now + setBack;
    },
  };
}

/** Returns the clock's time as whole seconds since the Unix epoch. */
export function unixNow(clock: Clock): UnixSeconds {
  return Math.floor(clock.now() / 1000);
}
