/** Header lines as node reads and writes them: name, value, name, value; one byte per character. */
export type RawHeaders = readonly string[];

/** CORS header lines of every response: pages of any origin may read it, without credentials. */
export const corsHeaderLines = [
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

/** `Connection` values that name no other header; nearly every message has one of these. */
const namesNothing = /^(?:keep-alive|close)$/i;

function connectionNamed(headers: RawHeaders): ReadonlySet<string> {
  const named = new Set<string>();
  for (let index = 0; index < headers.length; index += 2) {
    if ((headers[index] ?? '').toLowerCase() !== 'connection') continue;
    for (const name of (headers[index + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  return named;
}

function withoutNamed(cached: readonly string[], headers: RawHeaders): string[] {
  const named = connectionNamed(headers);
  const left: string[] = [];
  for (let index = 0; index + 1 < cached.length; index += 2) {
    const name = cached[index] ?? '';
    if (!named.has(name.toLowerCase())) left.push(name, cached[index + 1] ?? '');
  }
  return left;
}

/**
 * Appends to `cached` the lines whose lower-case name passes the test, except those that
 * `Connection` names.
 */
function filtered(
  headers: RawHeaders,
  keeps: (lowerName: string) => boolean,
  cached: string[] = [],
): string[] {
  const own = cached.length;
  let mayName = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (keeps(name.toLowerCase())) cached.push(name, headers[index + 1] ?? '');
    else if (name.length === 'connection'.length) {
      mayName ||= !namesNothing.test(headers[index + 1] ?? '');
    }
  }
  if (!mayName) return cached;
  return [...cached.slice(0, own), ...withoutNamed(cached.slice(own), headers)];
}

/** Returns the request header lines that are forwarded; a deny-list removes the rest. */
export const toUpstreamRequestHeaders = (headers: RawHeaders): string[] =>
  filtered(headers, isSent);

/** Returns the header lines of a response that are forwarded, after the gateway's own (`first`). */
export const toClientResponseHeaders = (
  headers: RawHeaders,
  first: readonly string[] = [],
): string[] => filtered(headers, isAnswered, [...first]);

/** Returns the value of the first line with a name, which is given in lower case. */
export function findHeaderValue(headers: RawHeaders, name: string): string | undefined {
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const candidate = headers[index] ?? '';
    if (candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1];
    }
  }
  return undefined;
}

/** Returns true if a content type is that of an event stream. */
export const isEventStreamType = (type: string): boolean =>
  /^\s*text\/event-stream\s*(;|$)/i.test(type);

/** Returns the header lines of an event stream: no length, no caching, no proxy buffering. */
export const toClientEventStreamHeaders = (headers: RawHeaders): string[] => [
  ...filtered(headers, isFree),
  'Cache-Control',
  'no-cache, no-store, must-revalidate',
  'X-Accel-Buffering',
  'no',
];

/** Adds a default `Cache-Control`, since CDNs would choose one. A 304 is left as it is. */
export const withDefaultCacheControl = (status: number, headers: string[]): string[] =>
  status === 304 || tellsLife(headers)
    ? headers
    : [...headers, 'Cache-Control', status < 400 ? 'no-cache' : 'no-store'];

const tellsLife = (headers: RawHeaders): boolean =>
  findHeaderValue(headers, 'cache-control') !== undefined ||
  findHeaderValue(headers, 'expires') !== undefined;
