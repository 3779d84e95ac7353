import type { Hex } from 'viem';

/** What the oracles must agree on for a tick: whose bitmaps were in time. The rest follows from it. */
export type AgreedBitmaps = {
  /** Player and hash, ascending by player. */
  readonly bitmaps: readonly (readonly [player: string, hash: Hex])[];
};

/** An agreed value with the bitmaps themselves, as oracles hand it to each other. */
export type SharedBitmaps = {
  readonly bitmaps: readonly SharedBitmap[];
};

/** A bitmap between oracles; sealed from everyone else until the reveal. */
export type SharedBitmap = {
  readonly player: string;
  readonly bytes: Hex;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
};
