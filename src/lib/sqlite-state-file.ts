import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Config, ConfigError } from '../config.ts';

/**
 * What is opened of a file in `STATE_DIR`.
 *
 * @throws {ConfigError} naming the file, and why it cannot be opened.
 */
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

/** Runs the work in one transaction: all that it writes is on disk, or nothing. @throws what the work throws. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // Where there is no room left, SQLite has done so itself.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
