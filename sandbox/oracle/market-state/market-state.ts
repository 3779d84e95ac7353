import type { Hex } from 'viem';
import type { VisionEvent } from '../chain/vision-event.ts';
import { getTickAt } from '../settle/tick-timing.ts';
import { type Batch, findConfigAt, getTickSchedule, type PlayerPosition } from './batch.ts';

/**
 * State of the prediction market on the chain: batches, positions, oracle keys. It is rebuilt from
 * the events at each start.
 */
export type MarketState = {
  readonly apply: (events: readonly VisionEvent[]) => void;
  readonly reset: () => void;
  readonly batch: (id: number) => Batch | undefined;
  /** Ascending by id. */
  readonly batches: () => readonly Batch[];
  /** Every position of a batch, closed ones included, in the order of the joins. */
  readonly positions: (batchId: number) => readonly PlayerPosition[];
  /** The player's open position in a batch. */
  readonly openPosition: (batchId: number, player: string) => PlayerPosition | undefined;
  /** The key snapshot in force; nonce 0 before the first one. */
  readonly oracleKeys: () => { readonly nonce: number; readonly keys: readonly Hex[] };
};

/** Creates a state without events. */
export function createMarketState(): MarketState {
  const batches = new Map<number, Batch>();
  const positions = new Map<number, PlayerPosition[]>();
  let oracleKeys: { nonce: number; keys: readonly Hex[] } = { nonce: 0, keys: [] };

  function apply(event: VisionEvent): void {
    if (event.kind === 'keys') {
      oracleKeys = { nonce: event.nonce, keys: event.keys };
      return;
    }
    if (event.kind === 'created') {
      const { batchId: id, creator, sourceId, tickDuration, createdAtTick } = event;
      const { configHash, lockOffset } = event;
      const configs = [{ fromTick: 0, configHash, lockOffset }];
      const terms = { id, creator, sourceId, tickDuration, createdAtTick };
      batches.set(id, { ...terms, configs, pauses: [] });
      positions.set(id, []);
      return;
    }
    const batch = batches.get(event.batchId);
    if (batch === undefined) return;
    if (event.kind === 'config') {
      const { fromTick, configHash, lockOffset } = event;
      const earlier = batch.configs.filter((config) => config.fromTick < fromTick);
      const configs = [...earlier, { fromTick, configHash, lockOffset }];
      batches.set(batch.id, { ...batch, configs });
    } else if (event.kind === 'paused') {
      const { at, paused } = event;
      batches.set(batch.id, { ...batch, pauses: [...batch.pauses, { at, paused }] });
    } else {
      applyToPlayer(batch, event);
    }
  }

  function applyToPlayer(batch: Batch, event: PlayerEvent): void {
    const ofBatch = positions.get(batch.id) ?? [];
    const at = ofBatch.findLastIndex(
      ({ player, closedAt }) => player === event.player && closedAt === null,
    );
    const current = ofBatch[at];
    if (event.kind === 'joined') ofBatch.push(joinedPosition(batch, event));
    else if (current !== undefined) ofBatch[at] = changedPosition(batch, current, event);
  }

  return {
    apply: (events) => events.forEach(apply),
    reset() {
      batches.clear();
      positions.clear();
      oracleKeys = { nonce: 0, keys: [] };
    },
    batch: (id) => batches.get(id),
    batches: () => [...batches.values()].sort((a, b) => a.id - b.id),
    positions: (batchId) => positions.get(batchId) ?? [],
    openPosition: (batchId, player) =>
      positions
        .get(batchId)
        ?.findLast((position) => position.player === player && position.closedAt === null),
    oracleKeys: () => oracleKeys,
  };
}

type PlayerEvent = Extract<VisionEvent, { readonly player: string }>;

function joinedPosition(
  batch: Batch,
  event: Extract<PlayerEvent, { readonly kind: 'joined' }>,
): PlayerPosition {
  const startTick = getTickAt(getTickSchedule(batch, 0), event.at) + 1;
  const { configHash } = findConfigAt(batch, startTick);
  return {
    batchId: batch.id,
    player: event.player,
    joinedAt: event.at,
    stakePerTick: event.stakePerTick,
    startTick,
    commitments: [{ fromTick: startTick, bitmapHash: event.bitmapHash, configHash }],
    balanceChanges: [],
    totalDeposited: 0n,
    lastClaimedTick: startTick - 1,
    exitTick: null,
    closedAt: null,
  };
}

function changedPosition(
  batch: Batch,
  position: PlayerPosition,
  event: Exclude<PlayerEvent, { readonly kind: 'joined' }>,
): PlayerPosition {
  const { at } = event;
  switch (event.kind) {
    case 'deposited': {
      const balanceChanges = [...position.balanceChanges, { at, amount: event.amount }];
      return {
        ...position,
        balanceChanges,
        totalDeposited: position.totalDeposited + event.amount,
      };
    }
    case 'committed': {
      const { bitmapHash, configHash } = event;
      const fromTick = getTickAt(getTickSchedule(batch, 0), at) + 1;
      const earlier = position.commitments.filter((each) => each.fromTick < fromTick);
      return { ...position, commitments: [...earlier, { fromTick, bitmapHash, configHash }] };
    }
    case 'claimed': {
      const balanceChanges = [...position.balanceChanges, { at, amount: -event.winnings }];
      return { ...position, balanceChanges, lastClaimedTick: event.toTick };
    }
    case 'exiting':
      return { ...position, exitTick: event.exitTick };
    case 'withdrawn':
      return { ...position, closedAt: at };
  }
}
