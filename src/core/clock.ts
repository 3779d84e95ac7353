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

let date = { second: 0, text: '' };

/** The machine's time as a `Date` header tells it; the text is made once a second. */
export function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
