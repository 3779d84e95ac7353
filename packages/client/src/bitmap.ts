import { bytesToHex, hexToBytes, keccak256 } from 'viem';
import { InvalidInputError } from './generated/errors.ts';

/** What is predicted of a market: its value rises or falls. */
export type Prediction = 'UP' | 'DOWN';

/** A bitmap, which is submitted, and its hash, which is committed on the chain. */
export type EncodedBitmap = { readonly bitmap: `0x${string}`; readonly hash: `0x${string}` };

/**
 * Encodes predictions, one for each market in the order of the batch's markets. Market 0 is the
 * highest bit of the first byte; 1 is UP.
 *
 * @throws {InvalidInputError} there are no predictions.
 *
 * @example
 * encodeBitmap(['UP', 'DOWN', 'UP', 'UP', 'DOWN']).bitmap // '0xb0'
 */
export function encodeBitmap(predictions: readonly Prediction[]): EncodedBitmap {
  if (predictions.length === 0) {
    throw new InvalidInputError('predictions must not be empty', 'INVALID_INPUT');
  }
  const bytes = new Uint8Array(Math.ceil(predictions.length / 8));
  for (const [market, prediction] of predictions.entries()) {
    if (prediction !== 'UP') continue;
    const index = market >> 3;
    bytes[index] = (bytes[index] ?? 0) | (0x80 >> (market & 7));
  }
  return { bitmap: bytesToHex(bytes), hash: keccak256(bytes) };
}

/**
 * Decodes the predictions of a bitmap for a number of markets. Markets beyond its end are DOWN.
 *
 * @throws {InvalidInputError} the bitmap is not `0x` and whole bytes of hex.
 *
 * @example
 * decodeBitmap('0xb0', 3) // ['UP', 'DOWN', 'UP']
 */
export function decodeBitmap(bitmap: string, marketCount: number): readonly Prediction[] {
  const bytes = parseBitmap(bitmap);
  return Array.from({ length: marketCount }, (_, market) =>
    ((bytes[market >> 3] ?? 0) & (0x80 >> (market & 7))) === 0 ? 'DOWN' : 'UP',
  );
}

/**
 * Returns the hash with which a bitmap is committed: keccak-256 of its bytes, padding included.
 *
 * @throws {InvalidInputError} the bitmap is not `0x` and whole bytes of hex.
 */
export const bitmapHash = (bitmap: string): `0x${string}` => keccak256(parseBitmap(bitmap));

function parseBitmap(bitmap: string): Uint8Array {
  if (/^0x(?:[0-9a-f]{2})+$/i.test(bitmap)) return hexToBytes(bitmap as `0x${string}`);
  throw new InvalidInputError('bitmap must be 0x and whole bytes of hex', 'INVALID_INPUT');
}
