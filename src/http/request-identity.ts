import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { type CallbackAbortController, createCallbackAbortController } from '../lib/abort.ts';
import { resolveRequestId } from './request-id.ts';
import type { CacheRelevantHeaders } from './request-info.ts';

/** What a request says of itself before anything of it is parsed. */
export type RequestIdentity = {
  readonly requestId: string;
  readonly clientAddress: string;
};

/** What of a request tells who asks; an `IncomingMessage` is one. */
export type IdentifiableRequest = {
  readonly headers: CacheRelevantHeaders;
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Reads the client of a request; its id is told in the response's header unless that is null. */
export type IdentifyRequest = (
  request: IdentifiableRequest,
  response: ServerResponse | null,
) => RequestIdentity;

const requestId = Symbol('requestId');
type Named = IdentifiableRequest & { [requestId]?: string };

/** The id of a request whose client was read. */
export function getRequestId(request: Named): string | undefined {
  return request[requestId];
}

/** The id of a request, also of one that is refused before its client is read. */
export function ensureRequestId(request: Named): string {
  request[requestId] ??= resolveRequestId(request);
  return request[requestId];
}

/** Takes over the id that a trusted proxy gives a request; called before anything else names it. */
export type AcceptProxyId = (request: IdentifiableRequest) => void;

/** @param trusted - The addresses of the proxies whose ids are taken over. */
export function createAcceptProxyId(trusted: BlockList): AcceptProxyId {
  return (request: Named) => {
    if (request.headers['x-request-id'] === undefined) return;
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    if (isTrusted(peer, trusted)) request[requestId] = resolveRequestId(request, true);
  };
}

/** Puts the id of a request into the header of its response. */
export function setRequestIdHeader(request: Named, response: ServerResponse): void {
  response.setHeader('X-Request-Id', ensureRequestId(request));
}

/** A signal that fires when the client leaves before its answer is complete. */
export function disconnectSignal(response: ServerResponse): AbortSignal {
  const aborter = createCallbackAbortController();
  (response as Leaving)[leaving] = aborter;
  response.on('close', leave);
  return aborter.signal;
}

const leaving = Symbol('leaving');
type Leaving = ServerResponse & { [leaving]?: CallbackAbortController };

function leave(this: Leaving): void {
  if (!this.writableFinished) {
    this[leaving]?.abort(new DOMException('the client has left', 'AbortError'));
  }
}

/** Creates what tells the address of a request's client, behind proxies whose word is taken. */
export function createAddressReader(trusted: BlockList): (request: IdentifiableRequest) => string {
  return (request) => addressOf(request, trusted);
}

/** Creates the reader of clients, behind proxies whose word is taken. */
export function createRequestIdentifier(trusted: BlockList): IdentifyRequest {
  return (request, response) => {
    if (response && !response.headersSent) setRequestIdHeader(request, response);
    return { requestId: ensureRequestId(request), clientAddress: addressOf(request, trusted) };
  };
}

/**
 * The nearest address that is not a trusted proxy's. What a proxy tells in another form is its own
 * address' matter: what stands before that may be the client's invention.
 */
function addressOf(request: IdentifiableRequest, trusted: BlockList): string {
  let address = plainAddress(request.socket.remoteAddress ?? '');
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return address;
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  while (isTrusted(address, trusted)) {
    const next = withoutPort(hops.pop() ?? '');
    if (isIP(next) === 0) break;
    address = plainAddress(next);
  }
  return address;
}

/** Some proxies tell the client's port behind its address; IPv6 is in brackets then. */
const withoutPort = (hop: string) =>
  isIP(hop) === 0 ? hop.replace(/^\[([^\]]*)\](:\d+)?$|^([^:]*):\d+$/, '$1$3') : hop;

const plainAddress = (address: string) =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
