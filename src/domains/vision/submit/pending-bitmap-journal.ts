import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../lib/clock.ts';
import { runInSqliteTransaction } from '../../../lib/sqlite-file-helpers.ts';
import type { Bytes32, Hex, Millis } from '../../../lib/units.ts';
import type { Submission } from './oracle-submission.ts';

/** Pending deliveries of accepted bitmaps. Every write is on disk when the call returns. */
export type PendingBitmapJournal = ReturnType<typeof openPendingBitmapJournal>;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY, target TEXT NOT NULL, player TEXT NOT NULL, batch_id INTEGER NOT NULL,
    hash TEXT NOT NULL, bitmap BLOB NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
    UNIQUE (target, player, batch_id, hash)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_time ON deliveries (due_at);
`;

/** Longest delay of a retry. An entry further in the future predates a clock change and is due. */
export const maxDeliveryRetryDelay: Millis = 10_000;
/** The journal holds at most this many deliveries; the oldest are dropped. */
const maxDeliveries = 20_000;

type Row = Readonly<Record<string, string | number | Uint8Array>>;

/** Returns an accepted bitmap that one oracle does not have yet. */
const toDelivery = (row: Row) => ({
  id: Number(row.id),
  /** Identifies the oracle by a name that does not depend on the configured order. */
  target: String(row.target),
  attempts: Number(row.attempts),
  createdAt: Number(row.created_at) as Millis,
  submission: {
    player: String(row.player),
    batchId: Number(row.batch_id),
    hash: String(row.hash) as Bytes32,
    bitmap: `0x${Buffer.from(row.bitmap as Uint8Array).toString('hex')}` as Hex,
  } satisfies Submission,
});

export type PendingBitmapEntry = ReturnType<typeof toDelivery>;

/** Opens the journal and creates its file and folder. Only the owner may read the file. */
export function openPendingBitmapJournal(path: string, clock: Clock) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5000 });
  if (path !== ':memory:') chmodSync(path, 0o600);
  db.exec(schema);
  const insert = db.prepare(
    `INSERT INTO deliveries (target, player, batch_id, hash, bitmap, created_at, due_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const trim = db.prepare(
    'DELETE FROM deliveries WHERE id <= (SELECT max(id) FROM deliveries) - ?',
  );
  const drop = db.prepare(
    'DELETE FROM deliveries WHERE target = ? AND player = ? AND batch_id = ? AND hash = ?',
  );
  const delay = db.prepare(
    'UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE id = ?',
  );
  const select = db.prepare(
    'SELECT * FROM deliveries WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT ?',
  );
  const total = db.prepare('SELECT count(*) AS n FROM deliveries');
  const size = () => Number((total.get() as Row).n);
  // The same player may be given with another letter case of the address.
  const keyOf = ({ player, batchId, hash }: Submission) =>
    [player.toLowerCase(), batchId, hash] as const;

  return {
    /** Adds a bitmap for each target, first due after `wait`. Existing entries do not change. */
    add: (submission: Submission, targets: readonly string[], wait: Millis) => {
      const bytes = Buffer.from(submission.bitmap.slice(2), 'hex');
      const now = clock.now();
      runInSqliteTransaction(db, () => {
        for (const target of targets) {
          insert.run(target, ...keyOf(submission), bytes, now, now + wait);
        }
        trim.run(maxDeliveries);
      });
    },
    /** Removes a bitmap that was delivered or can no longer be delivered. */
    remove: (target: string, submission: Submission) => {
      drop.run(target, ...keyOf(submission));
      // SQLite overwrites deleted pages, but the write-ahead log holds their bytes until truncated.
      if (size() === 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    postpone: (id: number, wait: Millis): void => void delay.run(clock.now() + wait, id),
    /** Returns the deliveries that are due, the longest overdue first. */
    due: (limit: number) => {
      const now = clock.now();
      return (select.all(now, now + maxDeliveryRetryDelay, limit) as Row[]).map(toDelivery);
    },
    size,
    close: () => db.close(),
  };
}
