import { hash } from 'node:crypto';
import type { RequestInfo } from '../request-info.ts';

/** Bodies above this many bytes stand in a key as their SHA-256 digest, which bounds its length. */
const longestSpelledOut = 1024;

/** Returns the raw cache key of a request without a body: `Accept` and URL. */
export const rawCacheKeyOfGet = (request: RequestInfo): string =>
  `${acceptOf(request)} ${request.url}`;

/** Returns the raw cache key of a request with a JSON body: `Accept`, URL and body. */
export function rawCacheKeyOfPost(request: RequestInfo, body: Buffer): string {
  const head = `${acceptOf(request)} ${request.url}`;
  // Headers and URLs have neither LF nor CR: the first of them in a key tells body from digest.
  return body.length <= longestSpelledOut
    ? `${head}\n${body.toString('latin1')}`
    : `${head}\r${hash('sha256', body, 'base64url')}`;
}

const acceptOf = (request: RequestInfo) => request.headers.accept ?? '';
