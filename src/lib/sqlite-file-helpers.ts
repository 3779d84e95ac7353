import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError } from '../config.ts';

/** Opens a file in `STATE_DIR`. @throws {ConfigError} `open` throws; has path and reason. */
export function openStateFile<T>(
  { stateDir }: Pick<Config, 'stateDir'>,
  name: string,
  open: (path: string) => T,
): T {
  const path = join(stateDir, name);
  try {
    return open(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`STATE_DIR: ${path} cannot be opened: ${reason}`]);
  }
}

/** Runs synchronous `work` in one SQLite transaction, which is rolled back if it throws. */
export function runInSqliteTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
