import { readFileSync } from 'node:fs';
import { resolveProjectFile } from './project-files.ts';

const file = resolveProjectFile('package.json');

/** The gateway's version: `version` of its package.json. */
export const { version: packageVersion } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly version: string;
};
