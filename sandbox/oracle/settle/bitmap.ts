import { type Hex, keccak256 } from 'viem';

/**
 * Maximum length of a bitmap in bytes: four times that of the largest batch (8,192 markets), to
 * permit padding.
 */
export const MAX_BITMAP_BYTES = 4096;

/**
 * Packs predictions into bytes: market i is bit 7 − (i mod 8) of byte floor(i / 8), and 1 means UP.
 *
 * Unused trailing bits are 0.
 *
 * @example encodeBitmap([true, false, true, true, false]) // Uint8Array [0xb0]
 */
export function encodeBitmap(predictions: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(predictions.length / 8));
  predictions.forEach((up, market) => {
    if (up) bytes[market >> 3] = (bytes[market >> 3] ?? 0) | (0x80 >> (market & 7));
  });
  return bytes;
}

/** Returns whether market `i` is predicted UP; a bit beyond the end of the bitmap reads as DOWN. */
export function isPredictedUp(bitmap: Uint8Array, market: number): boolean {
  return ((bitmap[market >> 3] ?? 0) & (0x80 >> (market & 7))) !== 0;
}

/**
 * Returns the hash to which a player commits: keccak-256 of exactly these bytes, padding included.
 */
export function hashBitmap(bitmap: Uint8Array): Hex {
  return keccak256(bitmap);
}

/** A text is not a bitmap. The message tells the client why. */
export class BitmapError extends Error {
  override readonly name = 'BitmapError';
}

/**
 * Parses a bitmap from hex with a 0x prefix.
 *
 * @throws {BitmapError} the text is not whole bytes of hex, is empty, or is longer than
 * `MAX_BITMAP_BYTES`.
 */
export function parseBitmap(text: string): Uint8Array {
  if (text.length > 2 + 2 * MAX_BITMAP_BYTES) {
    throw new BitmapError(`bitmap_hex is longer than ${MAX_BITMAP_BYTES} bytes`);
  }
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) {
    throw new BitmapError('Invalid hex in bitmap_hex: 0x and whole bytes expected');
  }
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
