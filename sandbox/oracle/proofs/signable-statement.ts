import type { Address, Hex } from 'viem';
import { hashClaimMessage, hashWithdrawMessage, type MessageDomain } from '../bls/hash-messages.ts';
import {
  type Batch,
  createPositionKey,
  getTickSchedule,
  type PlayerPosition,
  sumFlowsBefore,
} from '../market-state/batch.ts';
import { getTickAt, getTickEnd } from '../settle/tick-timing.ts';

/** A statement that a quorum can sign for a player at present. */
export type SignableStatement =
  | {
      readonly kind: 'claim';
      readonly message: Hex;
      readonly fromTick: number;
      readonly toTick: number;
      /** Balance at the end of `toTick`, wei. */
      readonly newBalance: bigint;
    }
  | { readonly kind: 'withdraw'; readonly message: Hex; readonly finalBalance: bigint };

export type SignableStatementInputs = {
  readonly domain: MessageDomain;
  readonly batch: Batch;
  readonly position: PlayerPosition;
  /** The first tick of the batch that is not resolved. */
  readonly nextTick: number;
  /** Sum of the resolved ticks' gains and losses, wei. */
  readonly pnl: bigint;
  /** Unix seconds. */
  readonly now: number;
};

/**
 * Returns the statement that can be signed for a player at present: a withdrawal after the exit,
 * otherwise a claim up to the last complete tick; `null` if that tick is not resolved or there is
 * nothing new.
 */
export function createSignableStatement(inputs: SignableStatementInputs): SignableStatement | null {
  const { position, nextTick } = inputs;
  if (position.exitTick !== null) {
    return nextTick >= position.exitTick ? withdrawal(inputs) : null;
  }
  return claim(inputs);
}

function claim({
  domain,
  batch,
  position,
  nextTick,
  pnl,
  now,
}: SignableStatementInputs): SignableStatement | null {
  const toTick = getTickAt(getTickSchedule(batch, nextTick), now) - 1;
  const fromTick = position.lastClaimedTick + 1;
  if (nextTick !== toTick + 1 || toTick < fromTick) return null;
  const end = getTickEnd(getTickSchedule(batch, toTick), toTick);
  const newBalance = sumFlowsBefore(position, end) + pnl;
  const player = position.player as Address;
  const terms = { batchId: batch.id, player, fromTick, toTick, newBalance };
  return { kind: 'claim', message: hashClaimMessage(domain, terms), fromTick, toTick, newBalance };
}

function withdrawal({ domain, batch, position, pnl }: SignableStatementInputs): SignableStatement {
  const finalBalance = sumFlowsBefore(position, Number.POSITIVE_INFINITY) + pnl;
  const message = hashWithdrawMessage(domain, {
    tag: 'WITHDRAW',
    batchId: batch.id,
    player: position.player as Address,
    finalBalance,
    joinTimestamp: position.joinedAt,
  });
  return { kind: 'withdraw', message, finalBalance };
}

/**
 * Returns the present balance of a position: deposits, less payouts, plus gains and losses of
 * ticks, wei.
 */
export function computeBalance(
  position: PlayerPosition,
  pnlOf: (positionKey: string) => bigint,
): bigint {
  return sumFlowsBefore(position, Number.POSITIVE_INFINITY) + pnlOf(createPositionKey(position));
}
