import {
  type Batch,
  findCommitmentAt,
  findConfigAt,
  getTickSchedule,
  isPaused,
  type PlayerPosition,
} from '../market-state/batch.ts';
import { computeBalance } from '../proofs/signable-statement.ts';
import { getTickEnd } from '../settle/tick-timing.ts';
import type { StoredTick } from '../store/tick-store.ts';
import { getCurrentTick } from './request-parameters.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Returns the body of a batch in the list (spec: Batch). */
export function toBatchBody(context: OracleRouteContext, batch: Batch) {
  const positions = activePositions(context, batch);
  const tvl = positions.reduce((sum, each) => sum + computeBalance(each, context.ledger.pnlOf), 0n);
  const { tick, marketIds, sourceId, configHash } = termsOf(context, batch);
  return {
    id: batch.id,
    creator: batch.creator,
    market_ids: marketIds,
    market_count: marketIds.length,
    tick_duration: batch.tickDuration,
    player_count: positions.length,
    tvl: tvl.toString(),
    paused: isPaused(batch),
    source_id: sourceId,
    config_hash: configHash,
    current_tick: tick,
  };
}

/** Returns the body of a batch's present state (spec: Batch state). */
export function toBatchStateBody(context: OracleRouteContext, batch: Batch) {
  const positions = activePositions(context, batch);
  const { tick, marketIds, sourceId, configHash } = termsOf(context, batch);
  return {
    id: batch.id,
    creator: batch.creator,
    market_ids: marketIds,
    tick_duration: batch.tickDuration,
    created_at_tick: batch.createdAtTick,
    paused: isPaused(batch),
    player_count: positions.length,
    next_tick: getTickEnd(getTickSchedule(batch, tick), tick),
    players: positions.map((position) => ({
      address: position.player,
      stake_per_tick: position.stakePerTick.toString(),
      balance: computeBalance(position, context.ledger.pnlOf).toString(),
      start_tick: position.startTick,
      has_bitmap: hasBitmap(context, position, tick),
    })),
    source_id: sourceId,
    config_hash: configHash,
    current_tick: tick,
  };
}

/** Returns the body of a resolved tick (spec: Tick history entry). */
export function toTickBody(tick: StoredTick) {
  return {
    batch_id: tick.batchId,
    tick_id: tick.tick,
    resolved_at: new Date(tick.resolvedAt * 1000).toISOString(),
    player_count: tick.summary.playerCount,
    total_matched: tick.summary.totalMatched,
    results_json: {
      markets: tick.summary.markets.map(({ id, outcome, start, end, pct }) => ({
        market_id: id,
        outcome,
        pct_change: pct,
        start_price: start,
        end_price: end,
      })),
    },
  };
}

/**
 * Returns the positions of players who have not withdrawn and, if they requested the exit, have not
 * reached their last tick.
 */
function activePositions(context: OracleRouteContext, batch: Batch): readonly PlayerPosition[] {
  const tick = getCurrentTick(context, batch);
  return context.marketState
    .positions(batch.id)
    .filter(
      ({ closedAt, exitTick }) => closedAt === null && (exitTick === null || tick < exitTick),
    );
}

/**
 * Whether the bitmap of a position's commitment for the running tick, or for its first tick if that
 * is later, was submitted.
 */
function hasBitmap(context: OracleRouteContext, position: PlayerPosition, tick: number): boolean {
  const commitment = findCommitmentAt(position, Math.max(tick, position.startTick));
  if (commitment === null) return false;
  const { batchId, player } = position;
  return context.bitmaps.find(batchId, player, commitment.bitmapHash) !== undefined;
}

function termsOf(context: OracleRouteContext, batch: Batch) {
  const tick = getCurrentTick(context, batch);
  const { configHash } = findConfigAt(batch, tick);
  const config = context.configs.find(configHash);
  return {
    tick,
    configHash,
    sourceId: config?.source_id ?? batch.sourceId,
    marketIds: config?.markets.map(({ asset_id }) => asset_id) ?? [],
  };
}
