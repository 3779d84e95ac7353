import type { AgreedBitmaps } from '../market-state/tick-bitmaps.ts';
import type { OracleDatabase } from './oracle-database.ts';

/** What an oracle has promised and accepted for a tick (single-decree Paxos). */
export type BallotState = {
  /** The highest promised ballot; 0 if none. */
  readonly promised: number;
  readonly accepted: { readonly ballot: number; readonly value: AgreedBitmaps } | null;
};

/** Stores promises and votes, which must survive a restart. */
export type BallotStore = {
  readonly find: (batchId: number, tick: number) => BallotState;
  readonly put: (batchId: number, tick: number, state: BallotState) => void;
  /** Deletes the ballots of ticks up to this one, which are resolved. */
  readonly deleteResolved: (batchId: number, tick: number) => void;
};

/** Creates the store in an oracle's database. */
export function createBallotStore({ sql }: OracleDatabase): BallotStore {
  const one = sql.prepare('SELECT * FROM ballots WHERE batch = ? AND tick = ?');
  const upsert = sql.prepare('INSERT OR REPLACE INTO ballots VALUES (?, ?, ?, ?, ?)');
  const remove = sql.prepare('DELETE FROM ballots WHERE batch = ? AND tick <= ?');
  return {
    find(batchId, tick) {
      const row = one.get(batchId, tick);
      if (row === undefined) return { promised: 0, accepted: null };
      const accepted =
        row.accepted === null
          ? null
          : { ballot: Number(row.accepted), value: JSON.parse(String(row.value)) as AgreedBitmaps };
      return { promised: Number(row.promised), accepted };
    },
    put(batchId, tick, { promised, accepted }) {
      const value = accepted === null ? null : JSON.stringify(accepted.value);
      upsert.run(batchId, tick, promised, accepted?.ballot ?? null, value);
    },
    deleteResolved: (batchId, tick) => void remove.run(batchId, tick),
  };
}
