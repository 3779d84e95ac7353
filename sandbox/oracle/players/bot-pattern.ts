import { keccak256, stringToBytes } from 'viem';
import { encodeBitmap } from '../settle/bitmap.ts';

/** How many bots play in the sandbox. */
export const BOT_COUNT = 6;

/** Bitmaps that a bot chooses from in each batch, so that it can find the one it committed to again. */
export const PATTERNS = 16;

/** Which of a bot's bitmaps. */
export type PatternName = {
  /** 0-based. */
  readonly bot: number;
  readonly batchId: number;
  /** 0 to `PATTERNS` − 1. */
  readonly pattern: number;
  /** Bits. */
  readonly markets: number;
};

/** Returns one of a bot's bitmaps: coin throws that follow from its name. */
export function botBitmap({ bot, batchId, pattern, markets }: PatternName): Uint8Array {
  const throws: boolean[] = [];
  for (let block = 0; throws.length < markets; block += 1) {
    const seed = stringToBytes(`bot ${bot}/${batchId}/${pattern}/${block}`);
    for (const byte of keccak256(seed, 'bytes')) {
      for (let bit = 0; bit < 8; bit += 1) throws.push(((byte >> bit) & 1) === 1);
    }
  }
  return encodeBitmap(throws.slice(0, markets));
}
