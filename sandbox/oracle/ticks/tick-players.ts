import type { Hex } from 'viem';
import {
  type Batch,
  createPositionKey,
  findCommitmentAt,
  findConfigAt,
  getTickSchedule,
  isPausedWithin,
  type PlayerPosition,
  sumFlowsForTick,
} from '../market-state/batch.ts';
import { computeStakePerMarket } from '../settle/settle-tick.ts';
import { getTickEnd, getTickStart } from '../settle/tick-timing.ts';

/** A position that takes part in a tick. */
export type TickParticipant = {
  readonly position: PlayerPosition;
  /** Stake on each market, wei. */
  readonly stake: bigint;
  /** The commitment in force: only a bitmap with this hash counts. */
  readonly bitmapHash: Hex;
};

export type SelectPlayersOptions = {
  readonly batch: Batch;
  readonly tick: number;
  readonly positions: readonly PlayerPosition[];
  /** Number of markets in the config in force. */
  readonly markets: number;
  /** Returns the sum of a position's gains and losses in earlier ticks, wei. */
  readonly pnlOf: (positionKey: string) => bigint;
};

/**
 * Returns the players who take part in a tick, ascending by address; none if the batch was paused.
 *
 * A player takes part who joined before the tick, has not exited, committed to the config in force
 * and has a positive balance. All of this follows from the chain and from earlier ticks, so that
 * every oracle has the same players.
 */
export function selectTickPlayers(options: SelectPlayersOptions): readonly TickParticipant[] {
  const { batch, tick, markets } = options;
  const schedule = getTickSchedule(batch, tick);
  const from = getTickStart(schedule, tick);
  const to = getTickEnd(schedule, tick);
  if (markets === 0 || isPausedWithin(batch, from, to)) return [];
  const { configHash } = findConfigAt(batch, tick);
  const participants = options.positions.flatMap((position): readonly TickParticipant[] => {
    if (!isInTick(position, tick, to)) return [];
    const commitment = findCommitmentAt(position, tick);
    if (commitment === null || commitment.configHash !== configHash) return [];
    const balance =
      sumFlowsForTick(position, { from, to }) + options.pnlOf(createPositionKey(position));
    const stake = computeStakePerMarket(position.stakePerTick, balance, markets);
    return stake > 0n ? [{ position, stake, bitmapHash: commitment.bitmapHash }] : [];
  });
  return participants.sort((a, b) => (a.position.player < b.position.player ? -1 : 1));
}

/** Returns whether a position takes part in a tick that ends at `to`, Unix seconds. */
export function isInTick(position: PlayerPosition, tick: number, to: number): boolean {
  const { startTick, exitTick, closedAt } = position;
  return (
    startTick <= tick &&
    (exitTick === null || tick < exitTick) &&
    (closedAt === null || closedAt >= to)
  );
}
