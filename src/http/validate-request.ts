import type { IncomingMessage, RequestListener } from 'node:http';
import { writePlainError } from './plain-error.ts';
import type { AcceptProxyId } from './request-identity.ts';

/** Scheme and authority of a target that is a whole URL (RFC 9112, 3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/i;

/**
 * Hands on requests whose target and `Host` are as RFC 9112 wants them; others are 400 and end their
 * connection. A whole URL as target becomes its path, so that nothing behind this sees an authority
 * of the caller's choice.
 */
export function validateRequests(
  acceptProxyId: AcceptProxyId,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    acceptProxyId(request);
    const error = hostProblem(request) ?? codingProblem(request) ?? takePath(request);
    if (error === null) next(request, response);
    else writePlainError(response, { status: 400, error, headers: { Connection: 'close' } });
  };
}

/** RFC 9112, 3.2: a request of HTTP/1.1 has one Host, any other at most one. */
function hostProblem({ rawHeaders, httpVersionMinor }: IncomingMessage): string | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'Host must be given once';
  return hosts === 0 && httpVersionMinor > 0 ? 'Host is required' : null;
}

/** A body in another coding than chunks cannot be told from what follows it: node refuses it, but late. */
function codingProblem({ headers }: IncomingMessage): string | null {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.toLowerCase() === 'chunked'
    ? null
    : 'Transfer-Encoding must be chunked';
}

/** Leaves of the target what is behind the authority. */
function takePath(request: IncomingMessage): string | null {
  const { url = '' } = request;
  if (url.startsWith('/') || url === '*') return null;
  const match = absolute.exec(url);
  if (!match) return 'the target is no path';
  const [before, authority] = match;
  if (authority === '') return 'the target has no host';
  const path = url.slice(before.length);
  request.url = path.startsWith('/') ? path : `/${path}`;
  return null;
}
