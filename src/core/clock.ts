import type { Millis, UnixSeconds } from './units.ts';

/** The one reader of the wall clock; tests hand in their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => Millis;
};

/** The machine's wall clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since the Unix epoch. */
export function unixNow(clock: Clock): UnixSeconds {
  return Math.floor(clock.now() / 1000);
}
