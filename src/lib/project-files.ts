import { join } from 'node:path';

/**
 * Returns the absolute path of a file or folder of the project.
 *
 * @param path - Relative to the project's root. This module is two folders below it, as is the
 * bundle of the gateway (`dist/gateway/`).
 */
export const projectFile = (path: string): string => join(import.meta.dirname, '../..', path);
