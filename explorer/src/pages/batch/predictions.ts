import { type Client, useClient } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { Direction } from '../../generated/graphql.ts';

/** Predictions by the market's bit; what is not chosen is UP. */
export type Predictions = ReadonlyMap<number, Direction>;

/** A bitmap as it is committed and submitted. */
export type EncodedBitmap = { readonly bitmap: string; readonly hash: string };

const encodeQuery = graphql(`
  query EncodeBitmap($predictions: [Direction!]!) {
    encodeBitmap(predictions: $predictions) {
      bitmap
      hash
    }
  }
`);

/** Returns a function that encodes predictions; null when the service does not answer. */
export function useEncodeBitmap() {
  const client = useClient();
  return (predictions: Predictions, marketCount: number) =>
    encodeBitmap(client, predictions, marketCount);
}

async function encodeBitmap(
  client: Client,
  predictions: Predictions,
  marketCount: number,
): Promise<EncodedBitmap | null> {
  const words = Array.from({ length: marketCount }, (_, bit) => predictions.get(bit) ?? 'UP');
  const { data } = await client.query(encodeQuery, { predictions: words }).toPromise();
  return data?.encodeBitmap ?? null;
}
