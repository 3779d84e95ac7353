import type { IncomingMessage, RequestListener } from 'node:http';
import { sendErrorStatus } from './error-response.ts';
import type { AdoptIncomingRequestId } from './request-id-and-address.ts';

/** Scheme and authority of an absolute-form target (RFC 9112 §3.2.2). */
const absolute = /^https?:\/\/([^/?#]*)/i;

/**
 * Passes on requests whose target and `Host` are valid under RFC 9112; responds 400 to others and
 * closes their connection. An absolute-form target is reduced to its path.
 */
export function rejectInvalidHttpRequests(
  acceptProxyId: AdoptIncomingRequestId,
  next: RequestListener,
): RequestListener {
  return (request, response) => {
    acceptProxyId(request);
    const message = hostProblem(request) ?? codingProblem(request) ?? takePath(request);
    if (message === null) next(request, response);
    else sendErrorStatus(response, { status: 400, message, headers: { Connection: 'close' } });
  };
}

/** An HTTP/1.1 request has exactly one `Host`, an HTTP/1.0 request at most one (RFC 9112 §3.2). */
function hostProblem({ rawHeaders, httpVersionMinor }: IncomingMessage): string | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'Host must be given once';
  return hosts === 0 && httpVersionMinor > 0 ? 'Host is required' : null;
}

/** Of the transfer codings only `chunked` marks the end. Node rejects the others too, but later. */
function codingProblem({ headers }: IncomingMessage): string | null {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.toLowerCase() === 'chunked'
    ? null
    : 'Transfer-Encoding must be chunked';
}

/** Removes scheme and authority from the target; returns the error if the target is not valid. */
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
