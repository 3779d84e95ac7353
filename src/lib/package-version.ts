import { readFileSync } from 'node:fs';
import { projectFile } from './project-files.ts';

const file = projectFile('package.json');

/** The gateway's version: `version` of its package.json. */
export const { version: packageVersion } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly version: string;
};
