/** Returns the time by which ticks run, unix milliseconds. */
export type Clock = { readonly now: () => number };

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that goes with a chain. */
export type ChainClock = Clock & {
  /** Returns the time of the chain's latest block, unix seconds. */
  readonly observe: (blockTimestamp: number) => void;
};

/** Differences up to this are rounding, milliseconds. */
const TOLERANCE_MS = 1_500;

/** Creates a clock that runs ahead with a chain whose time was moved forward, and never behind. */
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
