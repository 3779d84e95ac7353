import { remember } from '../../core/collections/remember.ts';
import type { Encoding } from './encoded-answer.ts';

/** Bodies below this gain nothing from compression, bytes. */
const worthCompressing = 1400;

/** Few different texts come, from few kinds of clients; longer ones are read anew each time. */
const known = remember(100, readAccepts);
const longestKnown = 99;

/** The encoding to use for a client that sends `Accept-Encoding`: brotli, gzip, or none. */
export function chooseEncoding(accepts: string | undefined, length: number): Encoding {
  if (!accepts || length < worthCompressing) return 'identity';
  return accepts.length > longestKnown ? readAccepts(accepts) : known(accepts);
}

function readAccepts(accepts: string): Encoding {
  const refused = (name: string) =>
    new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?(?:,|$)`).test(accepts);
  if (/\bbr\b/.test(accepts) && !refused('br')) return 'br';
  if (/\bgzip\b/.test(accepts) && !refused('gzip')) return 'gzip';
  return 'identity';
}

/** True when the client already holds this answer (RFC 9110, 13.1.2: weak comparison, `*`, lists). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
