import { join } from 'node:path';

/**
 * Returns the absolute path of a file of the project; this module is two folders below its root, as
 * is the bundle of the gateway.
 */
export const projectFile = (path: string): string => join(import.meta.dirname, '../..', path);
