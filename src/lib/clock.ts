import type { Millis, UnixSeconds } from './units.ts';

/** The one reader of the wall clock; tests hand in their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => Millis;
};

/** The machine's wall clock. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * The clock of ages, which tells how long ago something was, and no time of day: it goes on with a
 * clock that is set forward and never goes back with one that is set back, when what is kept would
 * grow younger and a write would seem to lie before it. What has passed since it was last looked at is
 * not counted then, so it is to be looked at every now and then.
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

/** A pause as a breaker's library knows it, and the one after it. */
type Pause = { readonly duration: Millis; readonly next: () => Pause };

/**
 * How long a breaker stays open. Its library counts by the wall clock: with one that is set back by an
 * hour a breaker that is open then would stay so for an hour.
 */
export function constantBackoff(length: Millis): Pick<Pause, 'next'> {
  const next = (): Pause => {
    const end = performance.now() + length;
    return {
      get duration() {
        return performance.now() < end ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      },
      next,
    };
  };
  return { next };
}

/** Whole seconds since the Unix epoch. */
export function unixNow(clock: Clock): UnixSeconds {
  return Math.floor(clock.now() / 1000);
}

let date = { second: 0, text: '' };

/** The machine's time as a `Date` header tells it; the text is made once a second. */
export function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
