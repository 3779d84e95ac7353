import type { Hex } from 'viem';
import {
  type Batch,
  createPositionKey,
  findCommitmentAt,
  findConfigAt,
  getTickSchedule,
  isPausedWithin,
  type Position,
  sumFlowsForTick,
} from '../market-state/batch.ts';
import { computeStakePerMarket } from '../settle/settle-tick.ts';
import { getTickEnd, getTickStart } from '../settle/tick-timing.ts';

/** A stay that is at the table in a tick. */
export type TickParticipant = {
  readonly position: Position;
  /** Stake on each market, wei. */
  readonly stake: bigint;
  /** The commitment in force: only a bitmap with this hash counts. */
  readonly bitmapHash: Hex;
};

export type SelectPlayersOptions = {
  readonly batch: Batch;
  readonly tick: number;
  readonly positions: readonly Position[];
  /** How many markets the config in force has. */
  readonly markets: number;
  /** Sum of the earlier ticks' gains and losses of a stay, wei. */
  readonly pnlOf: (positionKey: string) => bigint;
};

/**
 * Returns the players who take part in a tick, ascending by player; none when the batch was paused.
 *
 * A player takes part who joined before, has not left, committed to the config in force and can pay.
 * All of it follows from the chain and the ticks before, so every oracle has the same players.
 */
export function selectTickPlayers(options: SelectPlayersOptions): readonly TickParticipant[] {
  const { batch, tick, markets } = options;
  const clock = getTickSchedule(batch, tick);
  const from = getTickStart(clock, tick);
  const to = getTickEnd(clock, tick);
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

/** Returns whether a stay takes part in a tick that ends at `to`, unix seconds. */
export function isInTick(position: Position, tick: number, to: number): boolean {
  const { startTick, exitTick, closedAt } = position;
  return (
    startTick <= tick &&
    (exitTick === null || tick < exitTick) &&
    (closedAt === null || closedAt >= to)
  );
}
