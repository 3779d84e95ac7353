import type { ResponseHead } from '@dtf-graph/http1-client';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { dropInvalidTraceHeaders } from '../../lib/trace-context.ts';

/** Header lines as node reads and writes them: name, value, name, value; one byte per character. */
type RawHeaders = readonly string[];

/** CORS header lines of every response: pages of any origin may read it, without credentials. */
export const proxyCorsHeaders = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', '*'],
];

/** Hop-by-hop headers (RFC 9110 §7.6.1) and related ones, which are not forwarded. */
const hopByHop = [
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Request headers that are not forwarded: identity, credentials and overrides of the request. */
const withheldFromUpstream = new Set([
  ...hopByHop,
  'authorization',
  'cf-connecting-ip',
  'client-ip',
  'content-length',
  'cookie',
  'cookie2',
  'forwarded',
  'host',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-explorer-token',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
]);

/** Response headers that an upstream may not set on the gateway's origin. */
const withheldFromClient = new Set([
  ...hopByHop,
  'alt-svc',
  'clear-site-data',
  'server',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'x-powered-by',
  // Responses have the gateway's own id, which its log lines contain.
  'x-request-id',
]);

const isSent = (name: string): boolean =>
  !withheldFromUpstream.has(name) && !name.startsWith('x-forwarded-');

const isAnswered = (name: string): boolean =>
  !withheldFromClient.has(name) && !name.startsWith('access-control-');

const isFree = (name: string): boolean =>
  name !== 'content-length' && name !== 'cache-control' && name !== 'x-accel-buffering';

/** Returns the lower-case names of the headers that `Connection` names, which are not forwarded. */
function connectionNamed(headers: RawHeaders): ReadonlySet<string> {
  const named = new Set<string>();
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name.length !== 'connection'.length || name.toLowerCase() !== 'connection') continue;
    for (const one of (headers[index + 1] ?? '').split(',')) named.add(one.trim().toLowerCase());
  }
  return named;
}

/** Returns `first`, and the lines whose lower-case name passes the test. */
function filtered(
  headers: RawHeaders,
  keeps: (lowerName: string) => boolean,
  first: RawHeaders = [],
): string[] {
  const named = connectionNamed(headers);
  const left = [...first];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const lower = name.toLowerCase();
    if (keeps(lower) && !named.has(lower)) left.push(name, headers[index + 1] ?? '');
  }
  return left;
}

/** Returns the request header lines that are forwarded; a deny-list removes the rest. */
export const toUpstreamRequestHeaders = (headers: RawHeaders): string[] =>
  dropInvalidTraceHeaders(filtered(headers, isSent));

/** Returns the value of the first line with a name, which is given in lower case. */
function findHeaderValue(headers: RawHeaders, name: string): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const candidate = headers[index] ?? '';
    if (candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}

const eventStreamType = /^\s*text\/event-stream\s*(;|$)/i;

/** Returns the header lines of an event stream: no length, no caching, no proxy buffering. */
const toEventStreamHeaders = (headers: RawHeaders): string[] => [
  ...filtered(headers, isFree),
  ...['Cache-Control', 'no-cache, no-store, must-revalidate'],
  ...['X-Accel-Buffering', 'no'],
];

/** Adds a default `Cache-Control`, since CDNs would choose one. A 304 is left as it is. */
const withDefaultCacheControl = (status: number, headers: string[]): string[] =>
  status === 304 ||
  findHeaderValue(headers, 'cache-control') !== undefined ||
  findHeaderValue(headers, 'expires') !== undefined
    ? headers
    : [...headers, 'Cache-Control', status < 400 ? 'no-cache' : 'no-store'];

/** The head of an upstream response as the client receives it. */
export type ForwardedResponseHead = {
  readonly status: number;
  readonly reason: string;
  readonly headers: string[];
  readonly isStream: boolean;
  /** Whether the event boundaries of a stream are unknown, because it is compressed. */
  readonly isEncoded: boolean;
};

/**
 * Creates a function that converts an upstream's response head to the client's. It caches the
 * result on the head: the HTTP client returns the same object for identical heads.
 *
 * @param first - The gateway's own lines, which come first: name, value, name, value.
 */
export const createCachedClientHeadConverter = (first: RawHeaders) =>
  memoizeOnObject(({ status, reason, headers }: ResponseHead): ForwardedResponseHead => {
    const isStream = eventStreamType.test(findHeaderValue(headers, 'content-type') ?? '');
    const forwarded = filtered(headers, isAnswered, first);
    return {
      status,
      reason,
      headers: isStream
        ? toEventStreamHeaders(forwarded)
        : withDefaultCacheControl(status, forwarded),
      isStream,
      isEncoded: isStream && findHeaderValue(headers, 'content-encoding') !== undefined,
    };
  });
