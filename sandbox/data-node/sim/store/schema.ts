import { DatabaseSync } from 'node:sqlite';
import { openStateFile } from '../../../kit/state-file.ts';

/** Raised whenever the tables change; a file of another version is emptied, for it is only a cache. */
const VERSION = 2;

const tables = `
  CREATE TABLE assets (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    symbol TEXT NOT NULL
  );
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    category_id TEXT NOT NULL,
    config TEXT NOT NULL,
    statistics TEXT NOT NULL,
    computed_at TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    first_day INTEGER NOT NULL,
    nav BLOB NOT NULL
  );
  CREATE INDEX runs_by_age ON runs (computed_at);
  CREATE INDEX runs_by_category ON runs (category_id, computed_at);
  CREATE TABLE holdings (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    positions BLOB NOT NULL,
    PRIMARY KEY (run_id, day)
  ) WITHOUT ROWID;
`;

/**
 * Opens the file of runs, making its tables when it is new. Several threads may have it open.
 *
 * Days are counted from 1970-01-01; `nav` holds little-endian doubles from `first_day` on;
 * `positions` holds four doubles a row: asset number, weight, units, price.
 */
export function openRunFile(path: string): DatabaseSync {
  return openStateFile(path, () => {
    const file = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    const version = file.prepare('PRAGMA user_version').get()?.user_version;
    if (version === VERSION) return file;
    file.exec(`
      BEGIN IMMEDIATE;
      DROP TABLE IF EXISTS holdings; DROP TABLE IF EXISTS runs; DROP TABLE IF EXISTS assets;
      ${tables}
      PRAGMA user_version = ${VERSION};
      COMMIT;
    `);
    return file;
  });
}
