import { hash } from 'node:crypto';
import type { RequestInfo } from '../request-info.ts';

/** Longer bodies are known by their digest, so that no spelling takes more than this, bytes. */
const longestSpelledOut = 1024;

/** How a request without a body is spelled: what its answer can depend on, unparsed. */
export function rawCacheKeyOfGet(request: RequestInfo, dependsOnAccept: boolean): string {
  return dependsOnAccept ? `${acceptOf(request)} ${request.url}` : (request.url ?? '');
}

/** How a request with a JSON body is spelled. A spelling has as many bytes as it has characters. */
export function rawCacheKeyOfPost(request: RequestInfo, body: Buffer): string {
  const head = `${acceptOf(request)} ${request.url}`;
  // Neither a header nor a URL has line breaks, so that no body is spelled as another's digest.
  return body.length <= longestSpelledOut
    ? `${head}\n${body.toString('latin1')}`
    : `${head}\r${hash('sha256', body, 'base64url')}`;
}

/** Long and odd texts are their own; a client has one. */
const acceptOf = (request: RequestInfo) => request.headers.accept ?? '';
