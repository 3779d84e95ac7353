import { type Client, useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { Direction } from '../../generated/graphql.ts';

/** Predictions by the market's bit; markets without an entry are UP. */
export type Predictions = ReadonlyMap<number, Direction>;

/** An encoded bitmap, which is submitted, and its hash, which is committed. */
export type EncodedBitmap = { readonly bitmap: string; readonly hash: string };

const encodeQuery = graphql(`
  query EncodeBitmap($predictions: [Direction!]!) {
    encodeBitmap(predictions: $predictions) {
      bitmap
      hash
    }
  }
`);

/**
 * Returns a function that encodes predictions; its result is null if the service is unavailable.
 */
export function useEncodeBitmap() {
  const client = useClient();
  return (predictions: Predictions, marketCount: number) =>
    encodeBitmap(client, predictions, marketCount);
}

/** Returns the prediction of each market, in the order of their bits. */
export const listPredictions = (
  predictions: Predictions,
  marketCount: number,
): readonly Direction[] =>
  Array.from({ length: marketCount }, (_, bit) => predictions.get(bit) ?? 'UP');

async function encodeBitmap(
  client: Client,
  predictions: Predictions,
  marketCount: number,
): Promise<EncodedBitmap | null> {
  const words = listPredictions(predictions, marketCount);
  const { data } = await client.query(encodeQuery, { predictions: words }).toPromise();
  return data?.encodeBitmap ?? null;
}
