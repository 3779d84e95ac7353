import { z } from 'zod';
import type { AgreedBitmaps } from '../market-state/tick-bitmaps.ts';
import type { MarketOutcome } from '../settle/settle-market.ts';
import type { OracleDatabase } from './oracle-database.ts';

/** Summary of a resolved tick. */
export type TickSummary = {
  readonly playerCount: number;
  /** Wei. */
  readonly totalMatched: string;
  readonly forfeited: string;
  readonly markets: readonly MarketSummary[];
};

/** One market of a resolved tick. */
export type MarketSummary = {
  readonly id: string;
  readonly outcome: MarketOutcome;
  /** `null` if the price is missing. */
  readonly start: number | null;
  readonly end: number | null;
  readonly pct: number | null;
};

/** A resolved tick. */
export type StoredTick = {
  readonly batchId: number;
  readonly tick: number;
  /** Unix seconds. */
  readonly resolvedAt: number;
  readonly digest: string;
  readonly value: AgreedBitmaps;
  readonly summary: TickSummary;
};

/** Stores resolved ticks and the number of each batch's next tick. */
export type TickStore = {
  readonly put: (tick: StoredTick) => void;
  readonly find: (batchId: number, tick: number) => StoredTick | undefined;
  /** Returns the newest ticks of a batch, newest first. */
  readonly latest: (batchId: number, limit: number) => readonly StoredTick[];
  /**
   * Returns the first tick that is neither resolved nor skipped; `null` if the batch has no entry.
   */
  readonly nextTick: (batchId: number) => number | null;
  readonly setNextTick: (batchId: number, tick: number) => void;
};

/** Maximum number of stored ticks of each batch. */
const MAX_STORED_TICKS = 2_000;

const valueSchema = z.object({ bitmaps: z.array(z.tuple([z.string(), z.string()])) });

/** Creates the store in an oracle's database. */
export function createTickStore({ sql }: OracleDatabase): TickStore {
  const insert = sql.prepare(
    `INSERT INTO ticks (batch, tick, resolved_at, digest, value, summary) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const prune = sql.prepare('DELETE FROM ticks WHERE batch = ? AND tick < ?');
  const one = sql.prepare('SELECT * FROM ticks WHERE batch = ? AND tick = ?');
  const newest = sql.prepare('SELECT * FROM ticks WHERE batch = ? ORDER BY tick DESC LIMIT ?');
  const cursor = sql.prepare('SELECT next_tick FROM cursors WHERE batch = ?');
  const move = sql.prepare('INSERT OR REPLACE INTO cursors (batch, next_tick) VALUES (?, ?)');

  return {
    put({ batchId, tick, resolvedAt, digest, value, summary }) {
      const texts = [JSON.stringify(value), JSON.stringify(summary)] as const;
      insert.run(batchId, tick, resolvedAt, digest, ...texts);
      prune.run(batchId, tick - MAX_STORED_TICKS);
    },
    find: (batchId, tick) => {
      const row = one.get(batchId, tick);
      return row === undefined ? undefined : readTick(row);
    },
    latest: (batchId, limit) => newest.all(batchId, limit).map(readTick),
    nextTick: (batchId) => {
      const row = cursor.get(batchId);
      return row === undefined ? null : Number(row.next_tick);
    },
    setNextTick: (batchId, tick) => void move.run(batchId, tick),
  };
}

function readTick(row: Record<string, unknown>): StoredTick {
  return {
    batchId: Number(row.batch),
    tick: Number(row.tick),
    resolvedAt: Number(row.resolved_at),
    digest: String(row.digest),
    value: valueSchema.parse(JSON.parse(String(row.value))) as AgreedBitmaps,
    summary: JSON.parse(String(row.summary)) as TickSummary,
  };
}
