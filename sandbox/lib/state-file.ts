import type { DatabaseSync } from 'node:sqlite';

/**
 * What is opened of a file that a part keeps.
 *
 * @throws {Error} naming the file, why it cannot be opened, and what helps.
 */
export function openStateFile<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const what = `${path} cannot be opened: ${reason}; without it the part begins anew`;
    throw new Error(what, { cause });
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
