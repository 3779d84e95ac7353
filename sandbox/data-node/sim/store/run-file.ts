import { DatabaseSync } from 'node:sqlite';
import { openStateFile, runInTransaction } from '../../../lib/state-file.ts';
import { ENGINE_VERSION } from '../../engine/parameters/run-parameters.ts';

/** Version of the tables. Increase it with every change. */
const TABLES_VERSION = 3;
/**
 * Combined version of tables and engine. A file of another version is emptied, because it is only a
 * cache.
 */
const VERSION = TABLES_VERSION * 1000 + ENGINE_VERSION;

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
 * Opens the file of runs and creates its tables if it is new. Several threads may have it open.
 * After a file is emptied, ids continue, so that no run gets the id of a deleted one.
 *
 * Days are counted from 1970-01-01; `nav` has little-endian doubles from `first_day` on;
 * `positions` has four doubles for each row: asset number, weight, units, price.
 */
export function openRunFile(path: string): DatabaseSync {
  return openStateFile(path, () => {
    const file = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    if (versionOf(file) === VERSION) return file;
    runInTransaction(file, () => {
      // Another thread may have emptied the file meanwhile.
      if (versionOf(file) === VERSION) return;
      const lastId = lastRunId(file);
      file.exec(`
        DROP TABLE IF EXISTS holdings; DROP TABLE IF EXISTS runs; DROP TABLE IF EXISTS assets;
        ${tables}
        PRAGMA user_version = ${VERSION};
      `);
      file.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('runs', ?)`).run(lastId);
    });
    return file;
  });
}

function versionOf(file: DatabaseSync): unknown {
  return file.prepare('PRAGMA user_version').get()?.user_version;
}

/** Returns the highest id that a run of the file has ever had; 0 for a new file. */
function lastRunId(file: DatabaseSync): number {
  const table = file.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`).get();
  if (table === undefined) return 0;
  return Number(
    file.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'runs'`).get()?.seq ?? 0,
  );
}
