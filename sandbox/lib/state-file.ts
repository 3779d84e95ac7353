import type { DatabaseSync } from 'node:sqlite';

/**
 * Opens a file with the state of a process and returns the result of `open`.
 *
 * @throws {Error} the file cannot be opened; the message has its path, the reason and a remedy.
 */
export function openStateFile<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const what = `${path} cannot be opened: ${reason}; delete the file to start without its data`;
    throw new Error(what, { cause });
  }
}

/**
 * Runs the work in one transaction: either everything that it writes is on disk, or nothing.
 *
 * @throws the error of the work.
 */
export function runInTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // If the disk is full, SQLite has already rolled back.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
