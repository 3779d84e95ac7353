import { keccak256 } from 'viem';
import { InvalidInputError } from '../../../lib/errors.ts';
import type { Bytes32, Hex } from '../../../lib/units.ts';

/** Maximum length of a bitmap in bytes, padding included. In hex it fits a body of 64 kB. */
export const maxBitmapBytes = 32_000;

/**
 * Packs predictions: market i is bit 7 − (i mod 8) of byte floor(i / 8), 1 = UP. Unused bits are 0.
 *
 * @example encodeBitmap([true, false, true, true, false]) // '0xb0'
 * @throws {InvalidInputError} there are no predictions, or more than a bitmap can hold.
 */
export function encodeBitmap(predictions: readonly boolean[]): Hex {
  if (predictions.length === 0) throw new InvalidInputError('predictions must not be empty');
  if (predictions.length > maxBitmapBytes * 8) {
    throw new InvalidInputError(`predictions must be at most ${maxBitmapBytes * 8}`);
  }
  const bytes = Buffer.alloc(Math.ceil(predictions.length / 8));
  predictions.forEach((isUp, market) => {
    if (isUp) bytes[market >> 3] = (bytes[market >> 3] ?? 0) | (0x80 >> (market & 7));
  });
  return `0x${bytes.toString('hex')}`;
}

/** Unpacks the predictions of `markets` markets. Bits beyond the end of the bitmap are DOWN. */
export function decodeBitmap(bitmap: Hex, markets: number): readonly boolean[] {
  const bytes = Buffer.from(bitmap.slice(2), 'hex');
  return Array.from(
    { length: markets },
    (_, market) => ((bytes[market >> 3] ?? 0) & (0x80 >> (market & 7))) !== 0,
  );
}

/** Returns the commitment: keccak-256 of exactly these bytes, padding included. */
export function computeBitmapHash(bitmap: Hex): Bytes32 {
  return keccak256(bitmap);
}

/**
 * Parses a bitmap; error messages never contain it.
 *
 * @throws {InvalidInputError} the text is not `0x` and whole bytes of hex, is empty, or is too
 * long.
 */
export function parseBitmap(text: string): Hex {
  if (text.length > 2 + 2 * maxBitmapBytes) {
    throw new InvalidInputError(`bitmap_hex must be at most ${maxBitmapBytes} bytes`);
  }
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) {
    throw new InvalidInputError(
      'bitmap_hex is invalid hex: it must be 0x followed by an even number of hex digits, at least two',
    );
  }
  return text as Hex;
}
