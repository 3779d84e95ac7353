import type { Hex } from 'viem';

/**
 * The value on which the oracles agree for a tick: the bitmaps that were submitted in time. The
 * result of the tick follows from it.
 */
export type AgreedBitmaps = {
  /** Player and hash, ascending by player. */
  readonly bitmaps: readonly (readonly [player: string, hash: Hex])[];
};

/** The agreed bitmaps with their content, as oracles send them to each other. */
export type PeerBitmaps = {
  readonly bitmaps: readonly PeerBitmap[];
};

/** A bitmap as oracles send it to each other. It is secret for all others until the reveal. */
export type PeerBitmap = {
  readonly player: string;
  readonly bytes: Hex;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
};
