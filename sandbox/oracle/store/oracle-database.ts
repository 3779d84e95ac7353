import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStateFile, runInTransaction } from '../../lib/state-file.ts';

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS bitmaps (
    batch INTEGER NOT NULL, player TEXT NOT NULL, hash TEXT NOT NULL,
    bytes BLOB NOT NULL, accepted_at INTEGER NOT NULL,
    PRIMARY KEY (batch, player, hash)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ballots (
    batch INTEGER NOT NULL, tick INTEGER NOT NULL,
    promised INTEGER NOT NULL, accepted INTEGER, value TEXT,
    PRIMARY KEY (batch, tick)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS ticks (
    batch INTEGER NOT NULL, tick INTEGER NOT NULL, resolved_at INTEGER NOT NULL,
    digest TEXT NOT NULL, value TEXT NOT NULL, summary TEXT NOT NULL,
    PRIMARY KEY (batch, tick)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS cursors (batch INTEGER PRIMARY KEY, next_tick INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS standings (
    stay TEXT PRIMARY KEY, batch INTEGER NOT NULL, player TEXT NOT NULL,
    pnl TEXT NOT NULL, volume TEXT NOT NULL, bitmaps INTEGER NOT NULL,
    decided INTEGER NOT NULL, won INTEGER NOT NULL,
    markets INTEGER NOT NULL, most_markets INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS standings_by_batch ON standings (batch);
`;

const tables = ['bitmaps', 'ballots', 'ticks', 'cursors', 'standings'];

/** The SQLite database of one oracle. */
export type OracleDatabase = {
  readonly sql: DatabaseSync;
  /** Runs the work in one transaction: either all of it is written, or nothing. */
  readonly transaction: <T>(work: () => T) => T;
  /** Binds the database to a chain. If it belongs to another chain, its content is deleted. */
  readonly bindToChain: (chainIdentity: string) => void;
  readonly close: () => void;
};

/**
 * Opens an oracle's database and creates the file and its folder if missing; `:memory:` is a
 * database in memory.
 */
export function openOracleDatabase(path: string): OracleDatabase {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const sql = openStateFile(path, () => {
    const file = new DatabaseSync(path);
    file.exec(schema);
    return file;
  });

  return {
    sql,
    transaction: (work) => runInTransaction(sql, work),
    bindToChain(chainIdentity) {
      const row = sql.prepare('SELECT value FROM meta WHERE key = ?').get('chain');
      if (row?.value === chainIdentity) return;
      runInTransaction(sql, () => {
        for (const table of tables) sql.exec(`DELETE FROM ${table}`);
        sql
          .prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
          .run('chain', chainIdentity);
      });
    },
    close: () => sql.close(),
  };
}
