import { join } from 'node:path';

/** Returns the absolute path of a project file, from the source or the gateway's bundle. */
export const resolveProjectFile = (path: string): string =>
  join(import.meta.dirname, '../..', path);
