import { memoizeByString } from '../../lib/collections/memoize-by-string.ts';
import type { ContentEncoding } from './encoded-body.ts';

/** Bodies below this gain nothing from compression, bytes. */
const worthCompressing = 1400;

/** Few different texts come, from few kinds of clients; longer ones are read anew each time. */
const known = memoizeByString(100, readAccepts);
const longestKnown = 99;

/** The encoding to use for a client that sends `Accept-Encoding`: brotli, gzip, or none. */
export function chooseEncoding(accepts: string | undefined, length: number): ContentEncoding {
  if (!accepts || length < worthCompressing) return 'identity';
  return accepts.length > longestKnown ? readAccepts(accepts) : known(accepts);
}

/** By RFC 9110, 12.5.3; of what the client takes equally gladly, the shorter. */
function readAccepts(accepts: string): ContentEncoding {
  const qualities = new Map<string, number>();
  for (const item of accepts.split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    if (coding !== '') qualities.set(coding, Number.isNaN(quality) ? 0 : quality);
  }
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0;
  const br = qualityOf('br');
  const gzip = Math.max(qualityOf('gzip'), qualities.get('x-gzip') ?? 0);
  if (br === 0 && gzip === 0) return 'identity';
  // Who prefers it as it is says so.
  if ((qualities.get('identity') ?? 0) > Math.max(br, gzip)) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

/** True when the client already holds this answer (RFC 9110, 13.1.2: weak comparison, `*`, lists). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
