/** Returns the time that determines the ticks, Unix milliseconds. */
export type Clock = { readonly now: () => number };

/** The system clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that follows the time of a chain. */
export type ChainClock = Clock & {
  /** Informs the clock of the time of the chain's latest block, Unix seconds. */
  readonly observe: (blockTimestamp: number) => void;
};

/** Differences up to this many milliseconds are ignored, because block times are rounded. */
const TOLERANCE_MS = 1_500;

/**
 * Creates a clock that moves forward if the time of the chain was moved forward. It is never behind
 * `base`.
 */
export function createChainClock(base: Clock): ChainClock {
  let ahead = 0;
  return {
    now: () => base.now() + ahead,
    observe(blockTimestamp) {
      const lead = blockTimestamp * 1000 - base.now();
      if (lead > ahead + TOLERANCE_MS) ahead = lead;
    },
  };
}
