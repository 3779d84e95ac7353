import { randomFillSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import { createCallbackAbortController } from '../lib/abort.ts';
import { systemClock } from '../lib/clock.ts';
import type { CacheableRequestHeaders, RequestInfo } from './request-info.ts';

/** The id and client address of a request. */
export type RequestIdAndAddress = {
  readonly requestId: string;
  readonly clientAddress: string;
};

/** The parts of a request that identify its client; an `IncomingMessage` has them. */
export type ClientIdentifyingRequest = {
  readonly headers: CacheableRequestHeaders;
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Returns id and client address of a request; sets `X-Request-Id` unless the head is sent. */
export type ReadIdAndAddress = (
  request: ClientIdentifyingRequest,
  response: ServerResponse | null,
) => RequestIdAndAddress;

const requestId = Symbol('requestId');
type Named = ClientIdentifyingRequest & { [requestId]?: string };

/** Returns the id of a request, undefined if none is assigned yet. */
export function getRequestId(request: Named): string | undefined {
  return request[requestId];
}

/** Returns the id of a request, and assigns one if it has none. */
export function ensureRequestId(request: Named): string {
  request[requestId] ??= resolveRequestId(request);
  return request[requestId];
}

/** Takes the `X-Request-Id` of a trusted proxy as the id of a request that has none yet. */
export type AdoptIncomingRequestId = (request: ClientIdentifyingRequest) => void;

/** Creates the function that takes over request ids from the trusted proxies. */
export function createIncomingRequestIdAdopter(trusted: BlockList): AdoptIncomingRequestId {
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
  const { signal, abort } = createCallbackAbortController();
  response.on('close', () => {
    if (response.writableFinished) return;
    abort(new DOMException('the client has disconnected', 'AbortError'));
  });
  return signal;
}

/** Creates a reader of client IP addresses; only trusted proxies may set `X-Forwarded-For`. */
export function createAddressReader(
  trusted: BlockList,
): (request: ClientIdentifyingRequest) => string {
  return (request) => addressOf(request, trusted);
}

/** Creates a function that identifies requests, given the addresses of trusted proxies. */
export function createIdAndAddressReader(trusted: BlockList): ReadIdAndAddress {
  return (request, response) => {
    if (response && !response.headersSent) setRequestIdHeader(request, response);
    return { requestId: ensureRequestId(request), clientAddress: addressOf(request, trusted) };
  };
}

/**
 * Returns the nearest address in the proxy chain that is not a trusted proxy; stops at a hop that
 * is no address, which the client may have made up.
 */
function addressOf(request: ClientIdentifyingRequest, trusted: BlockList): string {
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

/** Strips quotes, the port that some proxies append, and the brackets of IPv6 addresses. */
function withoutPort(hop: string): string {
  const plain = hop.replace(/^"(.*)"$/, '$1');
  return isIP(plain) === 0 ? plain.replace(/^\[([^\]]*)\](:\d+)?$|^([^:]*):\d+$/, '$1$3') : plain;
}

/** Returns an address in its one usual form; that of an IPv4-mapped IPv6 address is IPv4. */
function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const usual = new SocketAddress({ address, family: 'ipv6' }).address;
  return usual.replace(/^::ffff:(?=\d+\.)/, '');
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** A UUID of any version (RFC 9562), or a ULID. */
const standardId =
  /^(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|[0-7][\da-hjkmnp-tv-z]{25})$/i;
/** Ids accepted from trusted proxies: characters that are safe in headers and log lines. */
const safeRequestId = /^[\w.:-]{1,128}$/;

/** Random bytes of one id; the pool is filled for 512 ids at once. */
const bytesPerId = 10;
const pool = Buffer.alloc(bytesPerId * 512);
let used = pool.length;
let last = { millis: Number.NaN, prefix: '' };

/** The timestamp and version of an id, formatted once a millisecond. */
function prefixNow(): string {
  const millis = systemClock.now();
  if (millis !== last.millis) {
    const hex = millis.toString(16).padStart(12, '0');
    last = { millis, prefix: `${hex.slice(0, 8)}-${hex.slice(8)}-7` };
  }
  return last.prefix;
}

/** Creates a UUIDv7 (RFC 9562 §5.7) with 74 random bits, so that ids do not reveal earlier ones. */
export function createUuidV7(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString('hex', used, used + bytesPerId);
  const variant = '89ab'[(pool[used + 2] as number) & 3];
  used += bytesPerId;
  return `${prefixNow()}${hex.slice(0, 3)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`;
}

/**
 * Returns the id of a request: the client's `X-Request-Id` if it is a UUID or ULID, any safe one
 * from a trusted proxy, else a new UUIDv7.
 */
function resolveRequestId({ headers }: Pick<RequestInfo, 'headers'>, isFromProxy = false): string {
  const given = headers['x-request-id'];
  const accepted = isFromProxy ? safeRequestId : standardId;
  return typeof given === 'string' && accepted.test(given) ? given : createUuidV7();
}
