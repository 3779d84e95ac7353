/** The one reader of the wall clock; tests hand in their own. */
export type Clock = {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
};

/** The machine's wall clock. */
export const systemClock: Clock = { now: () => Date.now() };
