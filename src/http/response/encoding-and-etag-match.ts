import Negotiator from 'negotiator';
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

/** The method with its second parameter, which the types of the package lack. */
type EncodingNegotiator = {
  readonly encodings: (
    available: string[],
    options: { readonly preferred: readonly string[] },
  ) => readonly string[];
};

/** Of encodings with equal weight prefers brotli, which is smaller; identity needs a higher one. */
function readAccepts(accepts: string): ContentEncoding {
  // `x-gzip` is an old name of `gzip` (RFC 9110 §8.4.1.3).
  const headers = { 'accept-encoding': accepts.toLowerCase().replaceAll('x-gzip', 'gzip') };
  const negotiator: EncodingNegotiator = new Negotiator({ headers });
  const [best] = negotiator.encodings(['br', 'gzip', 'identity'], {
    preferred: ['br', 'gzip'],
  });
  return best === 'br' || best === 'gzip' ? best : 'identity';
}

/** Returns true if `If-None-Match` matches the ETag, compared weakly (RFC 9110 §13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string | null): boolean {
  if (!ifNoneMatch || etag === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
