import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the absolute path of a file of the project, given relative to its root. */
export const resolveProjectFile = (path: string): string =>
  join(import.meta.dirname, '../..', path);

/** Reads a text file of the project, given relative to its root. */
export const readProjectFile = (path: string): string =>
  readFileSync(resolveProjectFile(path), 'utf8');
