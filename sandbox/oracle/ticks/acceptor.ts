import type { AgreedBitmaps, PeerBitmap, PeerBitmaps } from '../market-state/tick-bitmaps.ts';
import type { BallotStore } from '../store/ballot-store.ts';
import type { TickStore } from '../store/tick-store.ts';
import type { DueTick, TickLedger } from './tick-ledger.ts';

/** A resolved tick as one oracle sends it to another. */
export type ResolvedReply = {
  readonly kind: 'resolved';
  readonly digest: string;
  readonly resolvedAt: number;
  readonly value: PeerBitmaps;
};

/** Response to `prepare`. */
export type PrepareReply =
  | ResolvedReply
  | { readonly kind: 'refused'; readonly promised: number }
  | {
      readonly kind: 'promised';
      readonly accepted: { readonly ballot: number; readonly value: AgreedBitmaps } | null;
      readonly bitmaps: readonly PeerBitmap[];
    };

/** Response to `accept`. */
export type AcceptReply =
  | ResolvedReply
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly promised: number }
  /**
   * `behind`: this oracle has not reached the tick. `digest`: its own result has another digest.
   */
  | { readonly kind: 'disagrees'; readonly reason: 'behind' | 'digest' };

export type PrepareRequest = {
  readonly batchId: number;
  readonly tick: number;
  readonly ballot: number;
};

export type AcceptRequest = PrepareRequest & {
  readonly value: PeerBitmaps;
  readonly digest: string;
};

/**
 * The acceptor of single-decree Paxos of one oracle. Each tick is one decree: the bitmaps that were
 * submitted in time. After a quorum has accepted a value it is final, whichever oracles stop or
 * restart.
 */
export type Acceptor = {
  readonly resolved: (batchId: number, tick: number) => ResolvedReply | null;
  readonly prepare: (request: PrepareRequest) => PrepareReply;
  /**
   * Votes for a value. The oracle first resolves the tick itself, and disagrees if its result has
   * another digest.
   */
  readonly accept: (request: AcceptRequest) => Promise<AcceptReply>;
};

export type AcceptorOptions = {
  readonly ledger: TickLedger;
  readonly ticks: TickStore;
  readonly ballots: BallotStore;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Returns the time up to which the chain's events have been applied, Unix milliseconds. */
  readonly syncedTo: () => number;
  /** Called if two oracles have different results for a tick. */
  readonly onDisagreement: (batchId: number, tick: number) => void;
};

/** Creates the acceptor of an oracle. */
export function createAcceptor(options: AcceptorOptions): Acceptor {
  const { ledger, ticks, ballots } = options;

  function resolved(batchId: number, tick: number): ResolvedReply | null {
    const found = ticks.find(batchId, tick);
    if (found === undefined) return null;
    const { digest, resolvedAt } = found;
    const value = { bitmaps: ledger.findBitmaps(batchId, found.value) };
    return { kind: 'resolved', digest, resolvedAt, value };
  }

  function dueFor({ batchId, tick }: PrepareRequest): DueTick | null {
    const due = ledger.dueTick(batchId);
    return due?.tick === tick ? due : null;
  }

  return {
    resolved,
    prepare(request) {
      const { batchId, tick, ballot } = request;
      const done = resolved(batchId, tick);
      if (done !== null) return done;
      const state = ballots.find(batchId, tick);
      const due = dueFor(request);
      // An oracle that has not reached the tick, or still accepts bitmaps for it, does not have the
      // final list of bitmaps.
      const isReady = due !== null && options.now() >= due.to * 1000;
      if (!isReady || ballot <= state.promised)
        return { kind: 'refused', promised: state.promised };
      ballots.put(batchId, tick, { ...state, promised: ballot });
      const bitmaps = ledger.knownBitmaps(due);
      return { kind: 'promised', accepted: state.accepted, bitmaps };
    },
    async accept(request) {
      const { batchId, tick, ballot, value, digest } = request;
      const due = dueFor(request);
      if (due === null) return resolved(batchId, tick) ?? { kind: 'disagrees', reason: 'behind' };
      ledger.storeBitmaps(due, value.bitmaps);
      const closed = replaceBitmapsByHashes(due, value);
      const mine = await ledger.resolve(due, closed);
      if (mine.digest !== digest) {
        // An oracle that has not read the chain up to the tick's end may not know a claim or a
        // pause.
        if (options.syncedTo() < due.to * 1000) return { kind: 'disagrees', reason: 'behind' };
        options.onDisagreement(batchId, tick);
        return { kind: 'disagrees', reason: 'digest' };
      }
      // Read after the asynchronous work, because another ballot may have been promised meanwhile.
      const state = ballots.find(batchId, tick);
      if (ballot < state.promised) return { kind: 'refused', promised: state.promised };
      ballots.put(batchId, tick, { promised: ballot, accepted: { ballot, value: closed } });
      return { kind: 'accepted' };
    },
  };
}

/** Replaces bitmaps by the hashes to which their players committed. */
export function replaceBitmapsByHashes(due: DueTick, value: PeerBitmaps): AgreedBitmaps {
  const given = new Set(value.bitmaps.map(({ player }) => player));
  const bitmaps = due.participants
    .filter(({ position }) => given.has(position.player))
    .map(({ position, bitmapHash }) => [position.player, bitmapHash] as const);
  return { bitmaps };
}
