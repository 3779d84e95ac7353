import { keccak256, stringToBytes } from 'viem';
import { encodeBitmap } from '../settle/bitmap.ts';

/**
 * How a bot chooses its bitmap: `momentum` follows the last price changes, `contrarian` bets
 * against them, `random` draws at random. `lazy` draws too, rarely makes a new bitmap and submits
 * it late.
 */
export type BotStrategy = 'momentum' | 'contrarian' | 'random' | 'lazy';

/** A bot: its strategy, and the fraction of the markets in which it applies it. */
export type BotProfile = {
  readonly strategy: BotStrategy;
  /** 0 to 1; in the other markets it draws at random. */
  readonly attention: number;
};

/** The bots of the sandbox, by number. */
export const botProfiles: readonly BotProfile[] = [
  { strategy: 'momentum', attention: 1 },
  { strategy: 'contrarian', attention: 1 },
  { strategy: 'random', attention: 0 },
  { strategy: 'momentum', attention: 0.6 },
  { strategy: 'random', attention: 0 },
  { strategy: 'lazy', attention: 0 },
];

/** How many bots play in the sandbox. */
export const BOT_COUNT = botProfiles.length;

/** Returns whether a bot's bitmap depends on the last price changes. */
export const usesPriceMoves = (bot: number): boolean => (botProfiles[bot]?.attention ?? 0) > 0;

/** Returns whether a bot is the lazy one. */
export const isLazyBot = (bot: number): boolean => botProfiles[bot]?.strategy === 'lazy';

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
  const { strategy, attention = 0 } = botProfiles[name.bot] ?? {};
  if (attention === 0) return computeRandomBitmap(name);
  const attended = randomBytes(name, 'attention', name.markets);
  const bits = randomBits(name).map((drawn, market) => {
    const move = moves[market] ?? 0;
    const isAttended = (attended[market] ?? 0) < attention * 256;
    return move === 0 || !isAttended ? drawn : move > 0 === (strategy === 'momentum');
  });
  return encodeBitmap(bits);
}

function randomBits(name: BotBitmapId): readonly boolean[] {
  const bytes = randomBytes(name, 'bits', Math.ceil(name.markets / 8));
  return Array.from(
    { length: name.markets },
    (_, market) => (((bytes[market >> 3] ?? 0) >> (market & 7)) & 1) === 1,
  );
}

/** Returns bytes that follow from the id of a bitmap and the purpose alone. */
function randomBytes(
  { bot, batchId, tick }: BotBitmapId,
  purpose: 'attention' | 'bits',
  length: number,
): readonly number[] {
  const bytes: number[] = [];
  for (let block = 0; bytes.length < length; block += 1) {
    bytes.push(
      ...keccak256(stringToBytes(`${purpose} ${bot}/${batchId}/${tick}/${block}`), 'bytes'),
    );
  }
  return bytes.slice(0, length);
}
