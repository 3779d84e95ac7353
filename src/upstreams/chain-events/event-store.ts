import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { runInSqliteTransaction } from '../../lib/sqlite-file-helpers.ts';
import type { Address, Bytes32, UnixSeconds } from '../../lib/units.ts';

/** What is kept of a log, under the subject that it is about, e.g. a DTF. */
export type ChainEntry = {
  readonly subject: string;
  readonly kind: string;
  /** The wallets that the event is about, in the spelling of the source; `other` received from `wallet`. */
  readonly wallet: Address | null;
  readonly other: Address | null;
  /** Further values, as JSON. */
  readonly value: string;
};

/** An entry and its place on the chain. */
export type StoredChainEntry = ChainEntry & ChainEntryPlace & { readonly transaction: Bytes32 };

/** Where an entry is: its block, the number of its log in the block, and the block's time. */
export type ChainEntryPlace = {
  readonly block: number;
  readonly logIndex: number;
  /** Null for a source that keeps no times. */
  readonly time: UnixSeconds | null;
};

/** Which entries of a subject to read. */
export type ChainEntryFilter = {
  readonly subject: string;
  readonly kinds?: readonly string[] | undefined;
  /** Only entries with this wallet, on either side. */
  readonly wallet?: Address | undefined;
  /** Only entries up to this block. */
  readonly toBlock: number;
};

type Position = Pick<ChainEntryPlace, 'block' | 'logIndex'>;
export type BlockHash = { readonly block: number; readonly hash: Bytes32 };

/** How far the logs of a source were read. */
export type ChainProgress = {
  /** The first block that is not final, and is read again. */
  readonly next: number;
  /** Changes when final blocks turn out to be replaced. */
  readonly generation: number;
};

/** The blocks `from` to `to` with their entries, of which those before `next` are final. */
export type ReadChainRange = {
  readonly from: number;
  readonly to: number;
  readonly next: number;
  readonly entries: readonly StoredChainEntry[];
  /** The last final block; null if none is. */
  readonly checkpoint: BlockHash | null;
};

export type ChainEventStore = ReturnType<typeof openChainEventStore>;

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS sources (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, next INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoints (
    source INTEGER NOT NULL, block INTEGER NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (source, block)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (
    source INTEGER NOT NULL, subject TEXT NOT NULL, block INTEGER NOT NULL,
    log_index INTEGER NOT NULL, kind TEXT NOT NULL, wallet TEXT, other TEXT, time INTEGER,
    transaction_hash TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (source, subject, block, log_index)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_block ON entries (source, block);
  CREATE INDEX IF NOT EXISTS entries_by_kind ON entries (source, subject, kind, block, log_index);
`;

/** The newest checkpoints that are kept; of older ones the first in every `sparse` blocks. */
const denseCheckpoints = 32;
const sparse = 10_000;

type Row = Readonly<Record<string, string | number | null>>;

const toEntry = (row: Row): StoredChainEntry => ({
  subject: String(row.subject),
  kind: String(row.kind),
  wallet: row.wallet as Address | null,
  other: row.other as Address | null,
  value: String(row.value),
  block: Number(row.block),
  logIndex: Number(row.log_index),
  time: row.time === null ? null : Number(row.time),
  transaction: String(row.transaction_hash) as Bytes32,
});

/** Opens the store of chain events; creates its file and folder when they are missing. */
export function openChainEventStore(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: 5000 });
  db.exec(schema);
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const made = db.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  const run = (sql: string, ...values: SQLInputValue[]) => prepare(sql).run(...values);
  const rows = (sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[];

  function conditions(source: number, { subject, kinds, wallet, toBlock }: ChainEntryFilter) {
    const values: SQLInputValue[] = [source, subject, toBlock];
    let sql = 'source = ? AND subject = ? AND block <= ?';
    if (kinds) {
      sql += ` AND kind IN (${kinds.map(() => '?').join(', ')})`;
      values.push(...kinds);
    }
    if (wallet !== undefined) {
      sql += ' AND (wallet = ? OR other = ?)';
      values.push(wallet, wallet);
    }
    return { sql, values };
  }

  return {
    /** Returns the number of a source; creates the source if it is new. */
    openSource: (name: string): number => {
      run('INSERT INTO sources (name) VALUES (?) ON CONFLICT DO NOTHING', name);
      return Number(rows('SELECT id FROM sources WHERE name = ?', name)[0]?.id);
    },
    progress: (source: number): ChainProgress => {
      const [row] = rows('SELECT next, generation FROM sources WHERE id = ?', source);
      return { next: Number(row?.next ?? 0), generation: Number(row?.generation ?? 0) };
    },
    /** Returns the kept checkpoints up to a block, the newest first. */
    checkpoints: (source: number, toBlock: number): readonly BlockHash[] =>
      rows(
        'SELECT block, hash FROM checkpoints WHERE source = ? AND block <= ? ORDER BY block DESC',
        source,
        toBlock,
      ).map(({ block, hash }) => ({ block: Number(block), hash: String(hash) as Bytes32 })),
    /** Replaces the entries of the blocks of a range that are not known as final. */
    save: (source: number, { from, to, next, entries, checkpoint }: ReadChainRange): void => {
      runInSqliteTransaction(db, () => {
        const known = Number(rows('SELECT next FROM sources WHERE id = ?', source)[0]?.next ?? 0);
        // Another process with the same state folder may have read the first blocks, too.
        const begin = Math.max(from, known);
        run('DELETE FROM entries WHERE source = ? AND block BETWEEN ? AND ?', source, begin, to);
        for (const entry of entries) {
          if (entry.block < begin) continue;
          run(
            'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
            ...[source, entry.subject, entry.block, entry.logIndex, entry.kind],
            ...[entry.wallet, entry.other, entry.time, entry.transaction, entry.value],
          );
        }
        if (next <= known) return;
        run('UPDATE sources SET next = ? WHERE id = ?', next, source);
        if (!checkpoint) return;
        const { block, hash } = checkpoint;
        run('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)', source, block, hash);
        run(
          `DELETE FROM checkpoints AS one WHERE source = ? AND block <= (SELECT block FROM
           checkpoints WHERE source = ? ORDER BY block DESC LIMIT 1 OFFSET ${denseCheckpoints})
           AND EXISTS (SELECT 1 FROM checkpoints AS lower WHERE lower.source = one.source AND
           lower.block < one.block AND lower.block / ${sparse} = one.block / ${sparse})`,
          source,
          source,
        );
      });
    },
    /** Forgets all blocks from `next` on, because others have replaced them. */
    rollBack: (source: number, next: number): void => {
      runInSqliteTransaction(db, () => {
        run('DELETE FROM entries WHERE source = ? AND block >= ?', source, next);
        run('DELETE FROM checkpoints WHERE source = ? AND block >= ?', source, next);
        run('UPDATE sources SET next = ?, generation = generation + 1 WHERE id = ?', next, source);
      });
    },
    /** Returns entries, the newest first, at most `limit`, older than `before`. */
    newest: (
      source: number,
      filter: ChainEntryFilter,
      { limit, before }: { readonly limit: number; readonly before?: Position | undefined },
    ): readonly StoredChainEntry[] => {
      const { sql, values } = conditions(source, filter);
      const older = before ? ' AND (block, log_index) < (?, ?)' : '';
      const from = before ? [before.block, before.logIndex] : [];
      return rows(
        `SELECT * FROM entries WHERE ${sql}${older} ORDER BY block DESC, log_index DESC LIMIT ?`,
        ...values,
        ...from,
        limit,
      ).map(toEntry);
    },
    /** Returns entries, the oldest first, at most `limit`, newer than `after`. */
    oldest: (
      source: number,
      filter: ChainEntryFilter,
      { limit, after }: { readonly limit: number; readonly after: Position },
    ): readonly StoredChainEntry[] => {
      const { sql, values } = conditions(source, filter);
      return rows(
        `SELECT * FROM entries WHERE ${sql} AND (block, log_index) > (?, ?)
         ORDER BY block, log_index LIMIT ?`,
        ...values,
        after.block,
        after.logIndex,
        limit,
      ).map(toEntry);
    },
    count: (source: number, filter: ChainEntryFilter): number => {
      const { sql, values } = conditions(source, filter);
      return Number(rows(`SELECT count(*) AS n FROM entries WHERE ${sql}`, ...values)[0]?.n ?? 0);
    },
    close: () => db.close(),
  };
}
