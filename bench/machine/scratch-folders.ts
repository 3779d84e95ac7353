import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

/** Removes what is left of the scratch folders, also when the suite ends early. */
export function removeScratch(): void {
  for (const folder of folders) dropScratch(folder);
}

/** A new folder for files of a process or a run. */
export function makeScratch(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'dtf-graph-bench-'));
  folders.add(folder);
  return folder;
}

/** Removes one of them. */
export function dropScratch(folder: string): void {
  // A process that is just ending may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  folders.delete(folder);
}
