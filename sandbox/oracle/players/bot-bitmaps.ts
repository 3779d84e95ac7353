import { keccak256, stringToBytes } from 'viem';
import { encodeBitmap } from '../settle/bitmap.ts';

/**
 * How a bot chooses its bitmap: `momentum` follows the last price changes, `contrarian` bets
 * against them, `random` draws at random. `lazy` rarely makes a new bitmap and sometimes does not
 * submit it.
 */
export type BotStrategy = 'momentum' | 'contrarian' | 'random' | 'lazy';

/** The strategy of each bot, by its number. */
export const botStrategies: readonly BotStrategy[] = [
  'momentum',
  'contrarian',
  'random',
  'momentum',
  'random',
  'lazy',
];

/** How many bots play in the sandbox. */
export const BOT_COUNT = botStrategies.length;

/** Returns whether a bot's bitmap depends on the last price changes. */
export const usesPriceMoves = (bot: number): boolean =>
  botStrategies[bot] === 'momentum' || botStrategies[bot] === 'contrarian';

/** Identifies one of a bot's bitmaps. */
export type BotBitmapId = {
  /** 0-based. */
  readonly bot: number;
  readonly batchId: number;
  /** The tick in which the bot commits to the bitmap; `join` for its first bitmap. */
  readonly tick: number | 'join';
  /** Number of bits. */
  readonly markets: number;
};

/** Returns a bot's random bitmap, which is derived from its id. */
export function computeRandomBitmap(name: BotBitmapId): Uint8Array {
  return encodeBitmap(randomBits(name));
}

/**
 * Returns the bitmap to which a bot commits in a tick. Equal arguments give equal bitmaps, so that
 * any oracle can compute and submit it.
 *
 * @param moves - Change of each market's price over the previous tick; `null` if it is unknown.
 */
export function computeBotBitmap(name: BotBitmapId, moves: readonly (number | null)[]): Uint8Array {
  if (!usesPriceMoves(name.bot)) return computeRandomBitmap(name);
  const bits = randomBits(name).map((drawn, market) => {
    const move = moves[market] ?? 0;
    return move === 0 ? drawn : move > 0 === (botStrategies[name.bot] === 'momentum');
  });
  return encodeBitmap(bits);
}

function randomBits({ bot, batchId, tick, markets }: BotBitmapId): readonly boolean[] {
  const bits: boolean[] = [];
  for (let block = 0; bits.length < markets; block += 1) {
    const seed = stringToBytes(`bot ${bot}/${batchId}/${tick}/${block}`);
    for (const byte of keccak256(seed, 'bytes')) {
      for (let bit = 0; bit < 8; bit += 1) bits.push(((byte >> bit) & 1) === 1);
    }
  }
  return bits.slice(0, markets);
}
