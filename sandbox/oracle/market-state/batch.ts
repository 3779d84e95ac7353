import type { Address, Hex } from 'viem';
import type { TickSchedule } from '../settle/tick-timing.ts';

/** A batch with its state on the chain. */
export type Batch = {
  readonly id: number;
  readonly creator: Address;
  readonly sourceId: Hex;
  readonly tickDuration: number;
  readonly createdAtTick: number;
  /** Ascending by `fromTick`. In tick T the last one with `fromTick` ≤ T is in force. */
  readonly configs: readonly ConfigVersion[];
  /** Ascending by time. Each entry states from when on the batch is paused or not. */
  readonly pauses: readonly { readonly at: number; readonly paused: boolean }[];
};

export type ConfigVersion = {
  readonly fromTick: number;
  readonly configHash: Hex;
  readonly lockOffset: number;
};

/** A player's position in a batch, from the join to the withdrawal. */
export type PlayerPosition = {
  readonly batchId: number;
  /** Lower case. */
  readonly player: string;
  /**
   * Time of the join in Unix seconds. Together with batch and player it identifies the position.
   */
  readonly joinedAt: number;
  /** Wei. */
  readonly stakePerTick: bigint;
  /** First tick in which the player takes part. */
  readonly startTick: number;
  /** Ascending by `fromTick`. */
  readonly commitments: readonly BitmapCommitment[];
  /** Deposits, and payouts as negative amounts, wei. */
  readonly balanceChanges: readonly { readonly at: number; readonly amount: bigint }[];
  readonly totalDeposited: bigint;
  /** Ticks up to this one are settled on the chain. */
  readonly lastClaimedTick: number;
  /** First tick in which the player no longer takes part. */
  readonly exitTick: number | null;
  /** Unix seconds of the withdrawal. */
  readonly closedAt: number | null;
};

export type BitmapCommitment = {
  /** First tick for which it counts: the one after the tick in which it was made. */
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

/** Returns the tick schedule of a batch, with the lock that is in force in a tick. */
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
export function findCommitmentAt(position: PlayerPosition, tick: number): BitmapCommitment | null {
  return position.commitments.findLast(({ fromTick }) => fromTick <= tick) ?? null;
}

/** Returns whether a bitmap with this hash is committed for a tick or a later one. */
export function isCommittedAtOrAfter(
  position: PlayerPosition,
  tick: number,
  bitmapHash: Hex,
): boolean {
  const { commitments } = position;
  return commitments.some((each, i) => {
    const replacedAt = commitments[i + 1]?.fromTick ?? Number.POSITIVE_INFINITY;
    return each.bitmapHash === bitmapHash && replacedAt > tick;
  });
}

/**
 * Sums the deposits less the payouts before a time, wei. Gains and losses of ticks are not
 * included.
 */
export function sumFlowsBefore(position: PlayerPosition, unixSeconds: number): bigint {
  return position.balanceChanges.reduce(
    (sum, { at, amount }) => (at < unixSeconds ? sum + amount : sum),
    0n,
  );
}

/**
 * Sums the balance changes that count for a tick, wei: deposits before it began, less payouts
 * before it ends. A deposit counts from the next tick on, like a commitment, because part of the
 * running tick is already known.
 */
export function sumFlowsForTick(
  { balanceChanges }: PlayerPosition,
  { from, to }: { readonly from: number; readonly to: number },
): bigint {
  return balanceChanges.reduce((sum, { at, amount }) => {
    const counts = at < (amount > 0n ? from : to);
    return counts ? sum + amount : sum;
  }, 0n);
}

/** Returns the key of a position. A player who joins again has a new position. */
export function createPositionKey(
  position: Pick<PlayerPosition, 'batchId' | 'player' | 'joinedAt'>,
): string {
  return `${position.batchId}/${position.player}/${position.joinedAt}`;
}
