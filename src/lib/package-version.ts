import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** The gateway's version: `version` of its package.json. */
export const { version: packageVersion } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly version: string;
};
