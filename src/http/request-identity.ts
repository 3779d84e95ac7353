import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import { type CallbackAbortController, createCallbackAbortController } from '../lib/abort.ts';
import { resolveRequestId } from './request-id.ts';
import type { CacheRelevantHeaders } from './request-info.ts';

/** The id and client address of a request. */
export type RequestIdentity = {
  readonly requestId: string;
  readonly clientAddress: string;
};

/** The parts of a request that identify its client; an `IncomingMessage` has them. */
export type IdentifiableRequest = {
  readonly headers: CacheRelevantHeaders;
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Identifies a request; sets `X-Request-Id` on the response unless that is null. */
export type IdentifyRequest = (
  request: IdentifiableRequest,
  response: ServerResponse | null,
) => RequestIdentity;

const requestId = Symbol('requestId');
type Named = IdentifiableRequest & { [requestId]?: string };

/** Returns the id of a request, undefined if none is assigned yet. */
export function getRequestId(request: Named): string | undefined {
  return request[requestId];
}

/** Returns the id of a request, and assigns one if it has none. */
export function ensureRequestId(request: Named): string {
  request[requestId] ??= resolveRequestId(request);
  return request[requestId];
}

/** Adopts the id that a trusted proxy sends; call it before the request gets another id. */
export type AcceptProxyId = (request: IdentifiableRequest) => void;

/**
 * Creates the function that adopts ids.
 *
 * @param trusted - The addresses of the proxies whose ids are adopted.
 */
export function createAcceptProxyId(trusted: BlockList): AcceptProxyId {
  return (request: Named) => {
    if (request.headers['x-request-id'] === undefined) return;
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    if (isTrusted(peer, trusted)) request[requestId] = resolveRequestId(request, true);
  };
}

/** Sets `X-Request-Id` on a response. */
export function setRequestIdHeader(request: Named, response: ServerResponse): void {
  response.setHeader('X-Request-Id', ensureRequestId(request));
}

/** Returns a signal that aborts when the client disconnects before its response is complete. */
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

/** Creates a reader of client addresses; trusts `X-Forwarded-For` only from trusted proxies. */
export function createAddressReader(trusted: BlockList): (request: IdentifiableRequest) => string {
  return (request) => addressOf(request, trusted);
}

/** Creates a function that identifies requests; trusted proxies may forward the client address. */
export function createRequestIdentifier(trusted: BlockList): IdentifyRequest {
  return (request, response) => {
    if (response && !response.headersSent) setRequestIdHeader(request, response);
    return { requestId: ensureRequestId(request), clientAddress: addressOf(request, trusted) };
  };
}

/**
 * Returns the nearest address in the proxy chain that is not a trusted proxy. Stops at a hop that is
 * not an address, since the client may have made up everything before it.
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

/** Strips the port that some proxies append, and the brackets of IPv6 addresses. */
const withoutPort = (hop: string) =>
  isIP(hop) === 0 ? hop.replace(/^\[([^\]]*)\](:\d+)?$|^([^:]*):\d+$/, '$1$3') : hop;

const plainAddress = (address: string) =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
