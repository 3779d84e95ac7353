import { hash } from 'node:crypto';
import type { Asked } from '../asked.ts';

/** Longer bodies are known by their digest, so that no spelling takes more than this, bytes. */
const longestSpelledOut = 1024;

/** How a request without a body is spelled: what its answer can depend on, unparsed. */
export function spellingOfGet(request: Asked, dependsOnAccept: boolean): string {
  return dependsOnAccept ? `${acceptOf(request)} ${request.url}` : (request.url ?? '');
}

/** How a request with a JSON body is spelled. A spelling has as many bytes as it has characters. */
export function spellingOfPost(request: Asked, body: Buffer): string {
  const content =
    body.length <= longestSpelledOut ? body.toString('latin1') : hash('sha256', body, 'base64url');
  return `${acceptOf(request)} ${request.url}\n${content}`;
}

/** Long and odd texts are their own; a client has one. */
const acceptOf = (request: Asked) => request.headers.accept ?? '';
