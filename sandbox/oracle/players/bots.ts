import { LRUCache } from 'lru-cache';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { visionAbi } from '../../../generated/abi/vision.ts';
import {
  type Batch,
  findConfigAt,
  getTickSchedule,
  isPaused,
  type PlayerPosition,
} from '../market-state/batch.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { BatchConfig } from '../markets/batch-config.ts';
import type { BatchConfigFile } from '../markets/batch-config-file.ts';
import type { PriceFeed } from '../markets/price-feed.ts';
import { hashBitmap } from '../settle/bitmap.ts';
import { getTickAt, getTickStart, isLocked } from '../settle/tick-timing.ts';
import { computeBotBitmap, computeRandomBitmap, isLazyBot, usesPriceMoves } from './bot-bitmaps.ts';

/**
 * The bots of the sandbox, players with different strategies. They commit on the chain and submit
 * bitmaps to the oracles.
 */
export type Bots = {
  /** Plays one round: submits missing bitmaps and makes the commitments of each new tick. */
  readonly playRound: () => Promise<void>;
};

export type BotsOptions = {
  readonly marketState: MarketState;
  readonly configs: BatchConfigFile;
  readonly prices: PriceFeed;
  /** Addresses of the bots in lower case, by bot number. */
  readonly addresses: readonly string[];
  /** Base URLs of all oracles by position. The first running oracle plays for the bots. */
  readonly urls: readonly string[];
  readonly index: number;
  readonly now: () => number;
  /** Sends a call to the Vision contract from a bot's wallet. */
  readonly send: (from: Address, data: Hex) => Promise<unknown>;
};

const DEADLINE_MS = 2_000;
/** Minimum number of seconds before the lock for a commitment. */
const HASTE_SECONDS = 2;
/**
 * The lazy bot commits every four ticks, and submits each bitmap when it has been in force for two
 * ticks, whose stakes it forfeits: it plays half of the ticks.
 */
const lazyTicks = { betweenCommitments: 4, beforeSubmission: 2 };

/** Creates the bots. They send HTTP requests to every oracle and transactions to the chain. */
export function createBots(options: BotsOptions): Bots {
  const { marketState, configs, urls, index } = options;
  /** Bitmaps that each oracle has accepted, by URL, batch, player and hash. */
  const delivered = new LRUCache<string, true>({ max: 10_000 });
  const changedAt = new Map<number, number>();

  /** Returns whether an earlier oracle is running, which then plays for the bots. */
  async function isEarlierOracleAlive(): Promise<boolean> {
    const calls = urls.slice(0, index).map(async (url) => {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
      await response.body?.cancel();
      if (!response.ok) throw new Error('the oracle does not respond');
    });
    return (await Promise.allSettled(calls)).some(({ status }) => status === 'fulfilled');
  }

  /**
   * Returns the price changes of a batch over the tick before `tick`, in the order of its markets.
   */
  async function movesBefore(
    batch: Batch,
    tick: number,
    config: BatchConfig,
  ): Promise<readonly (number | null)[]> {
    const end = getTickStart(getTickSchedule(batch, tick), tick);
    const source = config.source_id;
    const [before, after] = await Promise.all([
      options.prices.fetchAt(source, end - batch.tickDuration),
      options.prices.fetchAt(source, end),
    ]);
    return config.markets.map(({ asset_id }) => {
      const from = before.get(asset_id);
      const to = after.get(asset_id);
      return from === undefined || to === undefined ? null : to.value - from.value;
    });
  }

  async function bitmapAt(
    batch: Batch,
    bot: number,
    { tick, config }: { readonly tick: number | 'join'; readonly config: BatchConfig },
  ): Promise<Uint8Array> {
    const name = { bot, batchId: batch.id, tick, markets: config.markets.length };
    if (tick === 'join') return computeRandomBitmap(name);
    return computeBotBitmap(
      name,
      usesPriceMoves(bot) ? await movesBefore(batch, tick, config) : [],
    );
  }

  /**
   * Finds the bitmap of a commitment: one made in the tick before it counts or in the tick before
   * that, or the first bitmap.
   */
  async function bitmapFor(batch: Batch, position: PlayerPosition, bot: number) {
    const commitment = position.commitments.at(-1);
    const config = commitment && configs.find(commitment.configHash);
    if (!commitment || !config) return null;
    const made = commitment.fromTick - 1;
    if (isLazyBot(bot)) {
      const tick = getTickAt(getTickSchedule(batch, 0), Math.floor(options.now() / 1000));
      if (tick < commitment.fromTick + lazyTicks.beforeSubmission) return null;
    }
    for (const tick of ['join', made, made - 1] as const) {
      const bitmap = await bitmapAt(batch, bot, { tick, config });
      if (hashBitmap(bitmap) === commitment.bitmapHash) return bitmap;
    }
    return null;
  }

  async function deliver(batch: Batch, position: PlayerPosition, bot: number): Promise<void> {
    const expected_hash = position.commitments.at(-1)?.bitmapHash;
    const { player, batchId: batch_id } = position;
    const missing = urls
      .map((url) => ({ url, key: `${url} ${batch_id} ${player} ${expected_hash}` }))
      .filter(({ key }) => !delivered.has(key));
    const bitmap = missing.length === 0 ? null : await bitmapFor(batch, position, bot);
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
    // An oracle that is not running gets the bitmap in a later round.
    await Promise.allSettled(calls);
  }

  /** Commits each bot to its next bitmap at the beginning of a tick, the lazy bot more rarely. */
  async function commit(batch: Batch, positions: readonly PlayerPosition[]): Promise<void> {
    const seconds = Math.floor(options.now() / 1000);
    const tick = getTickAt(getTickSchedule(batch, 0), seconds);
    if (changedAt.get(batch.id) === tick) return;
    if (isLocked(getTickSchedule(batch, tick), seconds + HASTE_SECONDS)) return;
    changedAt.set(batch.id, tick);
    const { configHash } = findConfigAt(batch, tick + 1);
    const config = configs.find(configHash);
    if (config === undefined) return;
    for (const position of positions) {
      const bot = options.addresses.indexOf(position.player);
      if (isLazyBot(bot) && tick % lazyTicks.betweenCommitments !== 0) continue;
      const hash = hashBitmap(await bitmapAt(batch, bot, { tick, config }));
      if (hash === position.commitments.at(-1)?.bitmapHash) continue;
      const args = [BigInt(batch.id), configHash, hash] as const;
      const data = encodeFunctionData({ abi: visionAbi, functionName: 'updateBitmap', args });
      await options.send(position.player as Address, data);
    }
  }

  return {
    async playRound() {
      if (await isEarlierOracleAlive()) return;
      for (const batch of marketState.batches()) {
        const positions = marketState
          .positions(batch.id)
          .filter(({ player, closedAt, exitTick }) => {
            return closedAt === null && exitTick === null && options.addresses.includes(player);
          });
        for (const position of positions)
          await deliver(batch, position, options.addresses.indexOf(position.player));
        if (positions.length > 0 && !isPaused(batch)) await commit(batch, positions);
      }
    },
  };
}
