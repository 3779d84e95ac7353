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

/** The other oracles, as a proposer sees them; a call fails when one does not respond. */
export type OraclePeers = {
  readonly prepare: (request: PrepareRequest) => readonly Promise<PrepareReply>[];
  readonly accept: (request: AcceptRequest) => readonly Promise<AcceptReply>[];
  /** What any of them has resolved already. */
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

/** Brings a tick to an agreed end. */
export type Proposer = {
  /** Asks the other oracles for the resolved tick; `null` when none has it. */
  readonly learn: (due: DueTick) => Promise<AgreedTick | null>;
  /** Proposes an outcome; `null` when no quorum stood behind it this time. */
  readonly propose: (due: DueTick) => Promise<AgreedTick | null>;
};

/** Creates the proposer of single-decree Paxos over an oracle's own acceptor and the others. */
export function createProposer(parts: ProposerOptions): Proposer {
  const { ledger, acceptor, electorate } = parts;
  let highest = 0;

  async function adopt(due: DueTick, reply: ResolvedReply): Promise<AgreedTick | null> {
    ledger.storeBitmaps(due, reply.value.bitmaps);
    const value = replaceBitmapsByHashes(due, reply.value);
    const resolved = await ledger.resolve(due, value);
    if (resolved.digest !== reply.digest) return null;
    return { value, resolved, resolvedAt: reply.resolvedAt };
  }

  async function learn(due: DueTick): Promise<AgreedTick | null> {
    for (const reply of await answered(electorate.learn(due.batch.id, due.tick))) {
      const agreed = reply === null ? null : await adopt(due, reply);
      if (agreed !== null) return agreed;
    }
    return null;
  }

  function nextBallot(batchId: number, tick: number): number {
    const { promised } = parts.ballots.find(batchId, tick);
    const round = Math.floor(Math.max(highest, promised) / parts.oracles) + 1;
    return round * parts.oracles + parts.index;
  }

  async function propose(due: DueTick): Promise<AgreedTick | null> {
    const { id: batchId } = due.batch;
    const { tick } = due;
    const ballot = nextBallot(batchId, tick);
    const request = { batchId, tick, ballot };
    const own = acceptor.prepare(request);
    const replies = [own, ...(await answered(electorate.prepare(request)))];
    const done = replies.find((reply) => reply.kind === 'resolved');
    if (done !== undefined) return adopt(due, done);
    const promises = replies.filter((reply) => reply.kind === 'promised');
    for (const reply of replies) {
      if (reply.kind === 'refused') highest = Math.max(highest, reply.promised);
    }
    if (promises.length < parts.quorum) return null;
    for (const { bitmaps } of promises) ledger.storeBitmaps(due, bitmaps);
    const value = chooseValue(due, promises);
    const resolved = await ledger.resolve(due, value);
    const open = { bitmaps: ledger.findBitmaps(batchId, value) };
    const vote = { ...request, value: open, digest: resolved.digest };
    const votes = [acceptor.accept(vote), ...electorate.accept(vote)];
    const yes = (await answered(votes)).filter(({ kind }) => kind === 'accepted');
    if (yes.length < parts.quorum) return null;
    return { value, resolved, resolvedAt: Math.floor(parts.now() / 1000) };
  }

  /** What was accepted at the highest ballot must be proposed again; else everything in time. */
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

async function answered<T>(calls: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(calls);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
