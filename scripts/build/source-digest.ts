import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file in a build's folder that has the digest of the sources. */
export const digestFileName = '.sources';

/** Returns the digest of the sources of a build; null if there is no build. */
export const readBuildDigest = (folder: string): Promise<string | null> =>
  readFile(join(folder, digestFileName), 'utf8').catch(() => null);

/** Returns the digest of the names and contents of files below `root`. */
export function digestFiles(root: string, paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of [...paths].sort()) {
    const content = readFileSync(join(root, path));
    digest.update(`${path} ${content.length}\n`).update(content);
  }
  return digest.digest('hex');
}
