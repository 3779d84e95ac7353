import { LRUCache } from 'lru-cache';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { visionAbi } from '../../../generated/abi/vision.ts';
import {
  type Batch,
  configAt,
  getTickClock,
  isPaused,
  type Position,
} from '../market-state/batch.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { ConfigLibrary } from '../markets/config-library.ts';
import { bitmapHash } from '../settle/bitmap.ts';
import { isLocked, tickAt } from '../settle/tick-timing.ts';
import { botBitmap, PATTERNS } from './bot-pattern.ts';

/** Players that keep the sandbox alive: they open their commitments and now and then change their minds. */
export type Bots = {
  /** One round: submits what is missing, changes one commitment in each batch with a new tick. */
  readonly play: () => Promise<void>;
};

export type BotsOptions = {
  readonly book: MarketState;
  readonly configs: ConfigLibrary;
  /** Addresses in lower case, by bot number. */
  readonly addresses: readonly string[];
  /** All oracles by position; the first one that lives plays for the bots. */
  readonly urls: readonly string[];
  readonly index: number;
  readonly now: () => number;
  /** Sends calldata to the Vision contract from a bot's wallet. */
  readonly send: (from: Address, data: Hex) => Promise<unknown>;
};

const DEADLINE_MS = 2_000;
/** A bot changes its mind only with so many seconds left before the lock. */
const HASTE_SECONDS = 2;

/** Creates the bots as clients: they talk HTTP to every oracle and send transactions to the chain. */
export function createBots(options: BotsOptions): Bots {
  const { book, configs, urls, index } = options;
  /** What each oracle has accepted: URL, batch, player and hash. */
  const delivered = new LRUCache<string, true>({ max: 10_000 });
  const changedAt = new Map<number, number>();

  /** Another oracle before this one in the order is up and plays. */
  async function isSomeoneElsesTurn(): Promise<boolean> {
    const calls = urls.slice(0, index).map(async (url) => {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
      await response.body?.cancel();
      if (!response.ok) throw new Error('not up');
    });
    return (await Promise.allSettled(calls)).some(({ status }) => status === 'fulfilled');
  }

  function bitmapFor(position: Position, bot: number): Uint8Array | null {
    const commitment = position.commitments.at(-1);
    const config = commitment && configs.find(commitment.configHash);
    if (!commitment || !config) return null;
    const { batchId } = position;
    for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
      // The last bot forgets to open some of its commitments: somebody has to forfeit.
      if (bot === options.addresses.length - 1 && pattern % 4 === 3) continue;
      const bitmap = botBitmap({ bot, batchId, pattern, markets: config.markets.length });
      if (bitmapHash(bitmap) === commitment.bitmapHash) return bitmap;
    }
    return null;
  }

  async function deliver(position: Position, bot: number): Promise<void> {
    const expected_hash = position.commitments.at(-1)?.bitmapHash;
    const { player, batchId: batch_id } = position;
    const missing = urls
      .map((url) => ({ url, key: `${url} ${batch_id} ${player} ${expected_hash}` }))
      .filter(({ key }) => !delivered.has(key));
    const bitmap = missing.length === 0 ? null : bitmapFor(position, bot);
    if (bitmap === null) return;
    const bitmap_hex = `0x${Buffer.from(bitmap).toString('hex')}`;
    const body = JSON.stringify({ player, batch_id, bitmap_hex, expected_hash });
    const calls = missing.map(async ({ url, key }) => {
      const response = await fetch(`${url}/vision/bitmap`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      await response.body?.cancel();
      if (response.ok) delivered.set(key, true);
    });
    // An oracle that is down gets it in a later round.
    await Promise.allSettled(calls);
  }

  /** In turns, one bot of each batch commits to another of its bitmaps at the beginning of a tick. */
  async function changeMind(batch: Batch, stays: readonly Position[]): Promise<void> {
    const seconds = Math.floor(options.now() / 1000);
    const tick = tickAt(getTickClock(batch, 0), seconds);
    if (changedAt.get(batch.id) === tick) return;
    if (isLocked(getTickClock(batch, tick), seconds + HASTE_SECONDS)) return;
    changedAt.set(batch.id, tick);
    const position = stays[tick % stays.length];
    const config = configs.find(configAt(batch, tick + 1).configHash);
    if (position === undefined || config === undefined) return;
    const bot = options.addresses.indexOf(position.player);
    const name = { bot, batchId: batch.id, pattern: tick % PATTERNS };
    const hash = bitmapHash(botBitmap({ ...name, markets: config.markets.length }));
    if (hash === position.commitments.at(-1)?.bitmapHash) return;
    const args = [BigInt(batch.id), configAt(batch, tick + 1).configHash, hash] as const;
    const data = encodeFunctionData({ abi: visionAbi, functionName: 'updateBitmap', args });
    await options.send(position.player as Address, data);
  }

  return {
    async play() {
      if (await isSomeoneElsesTurn()) return;
      for (const batch of book.batches()) {
        const stays = book.positions(batch.id).filter(({ player, closedAt, exitTick }) => {
          return closedAt === null && exitTick === null && options.addresses.includes(player);
        });
        for (const stay of stays) await deliver(stay, options.addresses.indexOf(stay.player));
        if (stays.length > 0 && !isPaused(batch)) await changeMind(batch, stays);
      }
    },
  };
}
