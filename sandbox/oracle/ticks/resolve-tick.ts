import { type Hex, keccak256, stringToBytes } from 'viem';
import type { BatchConfig } from '../markets/batch-config.ts';
import type { PricesByAsset } from '../markets/price-feed.ts';
import { computePriceMove, PRICE_STALE_SECONDS } from '../settle/price-moves.ts';
import { settleTick, type TickSettlement } from '../settle/settle-tick.ts';
import type { TickSummary } from '../store/tick-store.ts';
import type { TickParticipant } from './tick-players.ts';

export type ResolveTickInputs = {
  readonly batchId: number;
  readonly tick: number;
  /** Start and end of the tick in Unix seconds, and the prices at both. */
  readonly from: number;
  readonly to: number;
  readonly startPrices: PricesByAsset;
  readonly endPrices: PricesByAsset;
  readonly config: BatchConfig;
  /** Ascending by player. */
  readonly participants: readonly TickParticipant[];
  /** The agreed bitmaps by player. A player without a bitmap forfeits the stake. */
  readonly bitmaps: ReadonlyMap<string, Uint8Array>;
};

/** Result of a tick. Oracles with the same result have the same digest. */
export type ResolvedTick = {
  readonly settlement: TickSettlement;
  readonly summary: TickSummary;
  readonly digest: Hex;
};

/**
 * Resolves a tick: computes price changes from the prices, and gains and losses from the changes
 * and the agreed bitmaps.
 */
export function resolveTick(inputs: ResolveTickInputs): ResolvedTick {
  const { from, to, config } = inputs;
  const moves = config.markets.map(({ asset_id, threshold_bps }) => {
    const start = inputs.startPrices.get(asset_id) ?? null;
    const end = inputs.endPrices.get(asset_id) ?? null;
    const options = { from, to, staleAfter: PRICE_STALE_SECONDS, thresholdBps: threshold_bps };
    return { ...computePriceMove(start, end, options), start, end };
  });
  const settlement = settleTick(
    moves.map(({ move }) => move),
    inputs.participants.map(({ position: { player }, stake }) => {
      return { player, stake, bitmap: inputs.bitmaps.get(player) ?? null };
    }),
  );
  const summary: TickSummary = {
    playerCount: settlement.players.filter(({ played }) => played).length,
    totalMatched: settlement.totalMatched.toString(),
    forfeited: settlement.forfeited.toString(),
    markets: config.markets.map(({ asset_id }, i) => ({
      id: asset_id,
      outcome: settlement.outcomes[i] ?? 'Cancelled',
      start: moves[i]?.start?.value ?? null,
      end: moves[i]?.end?.value ?? null,
      pct: moves[i]?.pctChange ?? null,
    })),
  };
  const money = settlement.players.map(({ player, staked, delta }) => [
    player,
    `${staked}`,
    `${delta}`,
  ]);
  const content = JSON.stringify([inputs.batchId, inputs.tick, summary, money]);
  return { settlement, summary, digest: keccak256(stringToBytes(content)) };
}
