import {
  type Batch,
  commitmentAt,
  configAt,
  getTickClock,
  isPaused,
  type Position,
} from '../market-state/batch.ts';
import { computeBalance } from '../proofs/signable-statement.ts';
import { tickEnd } from '../settle/tick-timing.ts';
import type { StoredTick } from '../store/tick-store.ts';
import { currentTick } from './request-parameters.ts';
import type { OracleRouteContext } from './route-context.ts';

/** Returns a batch as the list shows it (spec: Batch). */
export function toBatchBody(world: OracleRouteContext, batch: Batch) {
  const positions = activePositions(world, batch);
  const tvl = positions.reduce((sum, each) => sum + computeBalance(each, world.ledger.pnlOf), 0n);
  const { tick, marketIds, sourceId, configHash } = termsOf(world, batch);
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

/** Returns a batch's live state (spec: Batch state). */
export function toBatchStateBody(world: OracleRouteContext, batch: Batch) {
  const positions = activePositions(world, batch);
  const { tick, marketIds, sourceId, configHash } = termsOf(world, batch);
  return {
    id: batch.id,
    creator: batch.creator,
    market_ids: marketIds,
    tick_duration: batch.tickDuration,
    created_at_tick: batch.createdAtTick,
    paused: isPaused(batch),
    player_count: positions.length,
    next_tick: tickEnd(getTickClock(batch, tick), tick),
    players: positions.map((position) => ({
      address: position.player,
      stake_per_tick: position.stakePerTick.toString(),
      balance: computeBalance(position, world.ledger.pnlOf).toString(),
      start_tick: position.startTick,
      has_bitmap: hasBitmap(world, position, tick),
    })),
    source_id: sourceId,
    config_hash: configHash,
    current_tick: tick,
  };
}

/** Returns a resolved tick as history shows it (spec: Tick history entry). */
export function toTickBody(tick: StoredTick) {
  return {
    batch_id: tick.batchId,
    tick_id: tick.tick,
    resolved_at: new Date(tick.resolvedAt * 1000).toISOString(),
    player_count: tick.summary.playerCount,
    total_matched: tick.summary.totalMatched,
    results_json: {
      markets: tick.summary.markets.map(({ id, outcome, pct }) => ({
        market_id: id,
        outcome,
        pct_change: pct,
      })),
    },
  };
}

/** Players who have not left, and have not asked to leave and reached their last tick. */
function activePositions(world: OracleRouteContext, batch: Batch): readonly Position[] {
  const tick = currentTick(world, batch);
  return world.book
    .positions(batch.id)
    .filter(
      ({ closedAt, exitTick }) => closedAt === null && (exitTick === null || tick < exitTick),
    );
}

/** Whether the commitment of the running tick (of the first one, before it) is opened. */
function hasBitmap(world: OracleRouteContext, position: Position, tick: number): boolean {
  const commitment = commitmentAt(position, Math.max(tick, position.startTick));
  if (commitment === null) return false;
  const { batchId, player } = position;
  return world.bitmaps.find(batchId, player, commitment.bitmapHash) !== undefined;
}

function termsOf(world: OracleRouteContext, batch: Batch) {
  const tick = currentTick(world, batch);
  const { configHash } = configAt(batch, tick);
  const config = world.configs.find(configHash);
  return {
    tick,
    configHash,
    sourceId: config?.source_id ?? batch.sourceId,
    marketIds: config?.markets.map(({ asset_id }) => asset_id) ?? [],
  };
}
