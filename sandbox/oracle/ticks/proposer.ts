import type { AgreedBitmaps } from '../market-state/tick-bitmaps.ts';
import type { BallotStore } from '../store/ballot-store.ts';
import type {
  Acceptor,
  AcceptReply,
  AcceptRequest,
  PrepareReply,
  PrepareRequest,
  ResolvedReply,
} from './acceptor.ts';
import { replaceBitmapsByHashes } from './acceptor.ts';
import type { AgreedTick, DueTick, TickLedger } from './tick-ledger.ts';

/** The other oracles as a proposer uses them. A call rejects if an oracle does not respond. */
export type OraclePeers = {
  readonly prepare: (request: PrepareRequest) => readonly Promise<PrepareReply>[];
  readonly accept: (request: AcceptRequest) => readonly Promise<AcceptReply>[];
  /** Requests the tick from each oracle that may have resolved it. */
  readonly learn: (batchId: number, tick: number) => readonly Promise<ResolvedReply | null>[];
};

export type ProposerOptions = {
  readonly ledger: TickLedger;
  readonly ballots: BallotStore;
  readonly acceptor: Acceptor;
  readonly electorate: OraclePeers;
  /** 0-based. */
  readonly index: number;
  readonly oracles: number;
  readonly quorum: number;
  /** Unix milliseconds. */
  readonly now: () => number;
};

/** Makes the oracles agree on a tick. */
export type Proposer = {
  /** Requests the resolved tick from the other oracles; `null` if none has resolved it. */
  readonly learn: (due: DueTick) => Promise<AgreedTick | null>;
  /** Proposes a value; `null` if no quorum accepted it in this attempt. */
  readonly propose: (due: DueTick) => Promise<AgreedTick | null>;
};

/**
 * Creates the proposer of single-decree Paxos, with the oracle's own acceptor and the other
 * oracles.
 */
export function createProposer(options: ProposerOptions): Proposer {
  const { ledger, acceptor, electorate } = options;
  let highest = 0;

  async function adopt(due: DueTick, reply: ResolvedReply): Promise<AgreedTick | null> {
    ledger.storeBitmaps(due, reply.value.bitmaps);
    const value = replaceBitmapsByHashes(due, reply.value);
    const resolved = await ledger.resolve(due, value);
    if (resolved.digest !== reply.digest) return null;
    return { value, resolved, resolvedAt: reply.resolvedAt };
  }

  async function learn(due: DueTick): Promise<AgreedTick | null> {
    for (const reply of await settledReplies(electorate.learn(due.batch.id, due.tick))) {
      const agreed = reply === null ? null : await adopt(due, reply);
      if (agreed !== null) return agreed;
    }
    return null;
  }

  function nextBallot(batchId: number, tick: number): number {
    const { promised } = options.ballots.find(batchId, tick);
    const round = Math.floor(Math.max(highest, promised) / options.oracles) + 1;
    return round * options.oracles + options.index;
  }

  async function propose(due: DueTick): Promise<AgreedTick | null> {
    const { id: batchId } = due.batch;
    const { tick } = due;
    const ballot = nextBallot(batchId, tick);
    const request = { batchId, tick, ballot };
    const own = acceptor.prepare(request);
    const replies = [own, ...(await settledReplies(electorate.prepare(request)))];
    const done = replies.find((reply) => reply.kind === 'resolved');
    if (done !== undefined) return adopt(due, done);
    const promises = replies.filter((reply) => reply.kind === 'promised');
    for (const reply of replies) {
      if (reply.kind === 'refused') highest = Math.max(highest, reply.promised);
    }
    if (promises.length < options.quorum) return null;
    for (const { bitmaps } of promises) ledger.storeBitmaps(due, bitmaps);
    const value = chooseValue(due, promises);
    const resolved = await ledger.resolve(due, value);
    const open = { bitmaps: ledger.findBitmaps(batchId, value) };
    const vote = { ...request, value: open, digest: resolved.digest };
    const votes = [acceptor.accept(vote), ...electorate.accept(vote)];
    const yes = (await settledReplies(votes)).filter(({ kind }) => kind === 'accepted');
    if (yes.length < options.quorum) return null;
    return { value, resolved, resolvedAt: Math.floor(options.now() / 1000) };
  }

  /**
   * Returns the value to propose: the one accepted at the highest ballot, as Paxos requires,
   * otherwise all bitmaps that were accepted in time.
   */
  function chooseValue(
    due: DueTick,
    promises: readonly Extract<PrepareReply, { readonly kind: 'promised' }>[],
  ): AgreedBitmaps {
    const accepted = promises
      .flatMap((reply) => (reply.accepted === null ? [] : [reply.accepted]))
      .sort((a, b) => b.ballot - a.ballot);
    return accepted[0]?.value ?? replaceBitmapsByHashes(due, { bitmaps: ledger.knownBitmaps(due) });
  }

  return { learn, propose };
}

async function settledReplies<T>(calls: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(calls);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
