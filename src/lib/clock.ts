import type { Millis, UnixSeconds } from './units.ts';

/** The wall clock; tests inject their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => Millis;
};

/** The machine's wall clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * Creates a clock for measuring ages; it is not a time of day. It follows a wall clock that is set
 * forward, but never goes back when that one is set back. It has to be called regularly, since the
 * time between its last call and a set-back is lost.
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

/** Returns whole seconds since the Unix epoch. */
export function unixNow(clock: Clock): UnixSeconds {
  return Math.floor(clock.now() / 1000);
}

let date = { second: 0, text: '' };

/** Returns the current time for a `Date` header, formatted at most once per second. */
export function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
