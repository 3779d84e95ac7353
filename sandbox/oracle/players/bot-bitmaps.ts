import { keccak256, stringToBytes } from 'viem';
import { encodeBitmap } from '../settle/bitmap.ts';

/**
 * How a bot chooses its bitmap: it follows the last moves, bets against them, or draws at random; the
 * lazy one draws rarely and sometimes does not submit its bitmap.
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

/** Returns whether a bot chooses by the last moves of prices. */
export const usesPriceMoves = (bot: number): boolean =>
  botStrategies[bot] === 'momentum' || botStrategies[bot] === 'contrarian';

/** Identifies one of a bot's bitmaps. */
export type BotBitmapId = {
  /** 0-based. */
  readonly bot: number;
  readonly batchId: number;
  /** The batch's tick in which the bot commits to it, or its first bitmap. */
  readonly tick: number | 'join';
  /** Bits. */
  readonly markets: number;
};

/** Returns a bot's random bitmap: bits that follow from its name. */
export function computeRandomBitmap(name: BotBitmapId): Uint8Array {
  return encodeBitmap(randomBits(name));
}

/**
 * Returns the bitmap that a bot commits to in a tick. Equal arguments give equal bitmaps, so that any
 * oracle can compute it again and submit it.
 *
 * @param moves - Change of each market's price over the tick before; `null` where it is unknown.
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
