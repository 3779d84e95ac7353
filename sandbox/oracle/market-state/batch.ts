import type { Address, Hex } from 'viem';
import type { TickSchedule } from '../settle/tick-timing.ts';

/** A batch as it is on the chain. */
export type Batch = {
  readonly id: number;
  readonly creator: Address;
  readonly sourceId: Hex;
  readonly tickDuration: number;
  readonly createdAtTick: number;
  /** Ascending by `fromTick`; the newest with `fromTick` ≤ T holds in tick T. */
  readonly configs: readonly ConfigVersion[];
  /** Ascending; each says from when on the batch was paused or not. */
  readonly pauses: readonly { readonly at: number; readonly paused: boolean }[];
};

export type ConfigVersion = {
  readonly fromTick: number;
  readonly configHash: Hex;
  readonly lockOffset: number;
};

/** A player's stay in a batch, from the join to the withdrawal. */
export type Position = {
  readonly batchId: number;
  /** Lower case. */
  readonly player: string;
  /** Unix seconds; with batch and player it names the stay. */
  readonly joinedAt: number;
  /** Wei. */
  readonly stakePerTick: bigint;
  /** First tick the player takes part in. */
  readonly startTick: number;
  /** Ascending by `fromTick`. */
  readonly commitments: readonly Commitment[];
  /** Deposits, and negative what left, wei. */
  readonly balanceChanges: readonly { readonly at: number; readonly amount: bigint }[];
  readonly totalDeposited: bigint;
  /** Ticks up to this one are settled on the chain. */
  readonly lastClaimedTick: number;
  /** First tick the player sits out for good. */
  readonly exitTick: number | null;
  /** Unix seconds of the withdrawal. */
  readonly closedAt: number | null;
};

export type Commitment = {
  /** The tick after the one in which it was made. */
  readonly fromTick: number;
  readonly bitmapHash: Hex;
  readonly configHash: Hex;
};

/** Returns the config in force in a tick. */
export function findConfigAt(batch: Batch, tick: number): ConfigVersion {
  const found = batch.configs.findLast(({ fromTick }) => fromTick <= tick) ?? batch.configs[0];
  if (found === undefined) throw new Error(`batch ${batch.id} has no config`);
  return found;
}

/** Returns how a batch's ticks lie in time, as of one tick. */
export function getTickSchedule(batch: Batch, tick: number): TickSchedule {
  const { tickDuration, createdAtTick } = batch;
  return { tickDuration, createdAtTick, lockOffset: findConfigAt(batch, tick).lockOffset };
}

/** Returns whether the batch was paused at any time of [from, to), unix seconds. */
export function isPausedWithin(batch: Batch, from: number, to: number): boolean {
  const before = batch.pauses.findLast(({ at }) => at <= from);
  return (
    before?.paused === true || batch.pauses.some(({ at, paused }) => paused && at > from && at < to)
  );
}

/** Returns whether the batch is paused now. */
export function isPaused(batch: Batch): boolean {
  return batch.pauses.at(-1)?.paused ?? false;
}

/** Returns the commitment in force in a tick; `null` before the first one. */
export function findCommitmentAt(position: Position, tick: number): Commitment | null {
  return position.commitments.findLast(({ fromTick }) => fromTick <= tick) ?? null;
}

/** Returns whether a bitmap with this hash counts in a tick or in one after it. */
export function isCommittedAtOrAfter(position: Position, tick: number, bitmapHash: Hex): boolean {
  const { commitments } = position;
  return commitments.some((each, i) => {
    const replacedAt = commitments[i + 1]?.fromTick ?? Number.POSITIVE_INFINITY;
    return each.bitmapHash === bitmapHash && replacedAt > tick;
  });
}

/** Sums what came in and went out before a time, wei; the ticks' gains are not in it. */
export function sumFlowsBefore(position: Position, unixSeconds: number): bigint {
  return position.balanceChanges.reduce(
    (sum, { at, amount }) => (at < unixSeconds ? sum + amount : sum),
    0n,
  );
}

/**
 * Sums what a tick can be played with, wei: what came in before it began, less what went out before
 * it ends. A deposit counts from the next tick, as a commitment does: the running one is half known.
 */
export function sumFlowsForTick(
  { balanceChanges }: Position,
  { from, to }: { readonly from: number; readonly to: number },
): bigint {
  return balanceChanges.reduce((sum, { at, amount }) => {
    const counts = at < (amount > 0n ? from : to);
    return counts ? sum + amount : sum;
  }, 0n);
}

/** Identifies a stay: a player who joins again has another one. */
export function createPositionKey(
  position: Pick<Position, 'batchId' | 'player' | 'joinedAt'>,
): string {
  return `${position.batchId}/${position.player}/${position.joinedAt}`;
}
