import type { EncodedBitmap } from '@dtf-graph/client';
import type { Direction } from '../../generated/graphql.ts';

/** Predictions by the market's bit; a market without an entry is not predicted yet. */
export type Predictions = ReadonlyMap<number, Direction>;

/** How many markets have each prediction, and how many have none yet. */
export function countPredictions(predictions: Predictions, marketCount: number) {
  const all = [...predictions.values()];
  const up = all.filter((direction) => direction === 'UP').length;
  return { up, down: all.length - up, missing: Math.max(0, marketCount - all.length) };
}

/** Returns the prediction of each market, in the order of their bits; null while one is missing. */
export function listPredictions(
  predictions: Predictions,
  marketCount: number,
): readonly Direction[] | null {
  const listed = Array.from({ length: marketCount }, (_, bit) => predictions.get(bit));
  return listed.every((one) => one !== undefined) ? listed : null;
}

/** Encodes the predictions of all markets, and loads the code for it first. */
export async function encodePredictions(predictions: readonly Direction[]): Promise<EncodedBitmap> {
  const { encodeBitmap } = await import('../../wallet/chain.ts');
  return encodeBitmap(predictions);
}
