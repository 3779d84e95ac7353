import type { EncodedBitmap } from '@dtf-graph/client';
import type { Direction } from '../../generated/graphql.ts';

/** Predictions by the market's bit; markets without an entry are UP. */
export type Predictions = ReadonlyMap<number, Direction>;

/** Returns the prediction of each market, in the order of their bits. */
export const listPredictions = (
  predictions: Predictions,
  marketCount: number,
): readonly Direction[] =>
  Array.from({ length: marketCount }, (_, bit) => predictions.get(bit) ?? 'UP');

/** Encodes predictions, and loads the code for it first. */
export async function encodePredictions(
  predictions: Predictions,
  marketCount: number,
): Promise<EncodedBitmap> {
  const { encodeBitmap } = await import('../../wallet/chain.ts');
  return encodeBitmap(listPredictions(predictions, marketCount));
}
