import { memoizeByString } from '../../lib/collections/memoize-by-string.ts';
import type { ContentEncoding } from './compress-body.ts';

const worthCompressing = 1400;

/** Encodings by header; headers longer than `longestKnown` are parsed each time. */
const known = memoizeByString(100, readAccepts);
const longestKnown = 99;

/** Returns the best encoding for an `Accept-Encoding` header and a body of `length` bytes. */
export function chooseEncoding(accepts: string | undefined, length: number): ContentEncoding {
  if (!accepts || length < worthCompressing) return 'identity';
  return accepts.length > longestKnown ? readAccepts(accepts) : known(accepts);
}

/** Follows RFC 9110 §12.5.3. Of encodings with equal weight it prefers brotli, which is smaller. */
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
  // Identity wins only with an explicit higher weight.
  if ((qualities.get('identity') ?? 0) > Math.max(br, gzip)) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

/** Returns true if `If-None-Match` matches the ETag, compared weakly (RFC 9110 §13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
