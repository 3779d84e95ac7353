/** Header lines as node reads and writes them: name, value, name, value, each character one byte. */
export type RawHeaders = readonly string[];

/** RFC 9110 7.6.1 and their relatives: they speak of one connection only. */
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

/** What a caller may not tell the data node: who it is, whose it is, or that the request is another. */
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

/** What the data node may not set on our origin. */
const withheldFromClient = new Set([
  ...hopByHop,
  'alt-svc',
  'clear-site-data',
  'server',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'x-powered-by',
]);

function connectionNamed(headers: RawHeaders): ReadonlySet<string> {
  const named = new Set<string>();
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'connection') continue;
    for (const name of (headers[index + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  return named;
}

const filtered = (headers: RawHeaders, keeps: (name: string) => boolean): string[] => {
  const named = connectionNamed(headers);
  const kept: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const lower = name.toLowerCase();
    if (!named.has(lower) && keeps(lower)) kept.push(name, headers[index + 1] ?? '');
  }
  return kept;
};

/** The header lines of a request that go on to the data node (threats 1: a deny-list). */
export const requestHeaders = (headers: RawHeaders): string[] =>
  filtered(headers, (name) => !withheldFromUpstream.has(name) && !name.startsWith('x-forwarded-'));

/** The header lines of an answer that go on to the client (threats 1: a deny-list). */
export const responseHeaders = (headers: RawHeaders): string[] =>
  filtered(headers, (name) => !withheldFromClient.has(name) && !name.startsWith('access-control-'));

/** Whether the answer is an event stream. */
export function isEventStream(headers: RawHeaders): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'content-type') continue;
    return /^\s*text\/event-stream\s*(;|$)/i.test(headers[index + 1] ?? '');
  }
  return false;
}

/** The header lines of an event stream: never measured, never stored, never held back by a proxy. */
export const eventStreamHeaders = (headers: RawHeaders): string[] => [
  ...filtered(
    headers,
    (name) => !['content-length', 'cache-control', 'x-accel-buffering'].includes(name),
  ),
  'Cache-Control',
  'no-cache, no-store, must-revalidate',
  'X-Accel-Buffering',
  'no',
];
