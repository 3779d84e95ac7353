import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

/** Removes the remaining scratch folders, also when the suite ends early. */
export function removeScratchFolders(): void {
  for (const folder of folders) removeScratchFolder(folder);
}

/** Creates a folder for files of a process or a run. */
export function createScratchFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'dtf-graph-bench-'));
  folders.add(folder);
  return folder;
}

/** Removes a scratch folder. */
export function removeScratchFolder(folder: string): void {
  // Retries, because an exiting process may still write files.
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}
