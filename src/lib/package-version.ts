import { readFileSync } from 'node:fs';
import { resolveProjectFile } from './project-files.ts';

const file = resolveProjectFile('package.json');

const { version, homepage } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly version: string;
  readonly homepage: string;
};

/** The gateway's version: `version` of its package.json. */
export const packageVersion = version;

/** `User-Agent` of the gateway at its upstreams (RFC 9110 §10.1.5). */
export const userAgent = `dtf-graph/${version} (+${homepage})`;
