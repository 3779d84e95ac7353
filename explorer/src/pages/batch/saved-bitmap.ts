import type { EncodedBitmap } from '@dtf-graph/client';
import type { Direction } from '../../generated/graphql.ts';
import type { Predictions } from './predictions.ts';

/** A bitmap that this browser has committed, with its predictions. */
export type SavedBitmap = EncodedBitmap & {
  readonly predictions: readonly Direction[];
  /** Hash of the batch's markets for which the predictions were made. */
  readonly configHash: string;
};

const keyOf = (batchId: string, address: string) => `bitmap:${batchId}:${address}`;

/**
 * Returns the bitmap that this browser committed last for a wallet; null if there is none. The
 * oracles need it, because the chain has only its hash.
 */
export function loadBitmap(batchId: string, address: string): SavedBitmap | null {
  const text = localStorage.getItem(keyOf(batchId, address));
  if (text === null) return null;
  const saved = JSON.parse(text) as Partial<SavedBitmap>;
  return saved.predictions === undefined ? null : (saved as SavedBitmap);
}

/** Keeps a committed bitmap in this browser. */
export function saveBitmap(batchId: string, address: string, bitmap: SavedBitmap): void {
  localStorage.setItem(keyOf(batchId, address), JSON.stringify(bitmap));
}

/** Returns the predictions of a saved bitmap by the market's bit. */
export const toPredictions = ({ predictions }: SavedBitmap): Predictions =>
  new Map(predictions.entries());
