import { skipSpacesAndTabs, trimEndSpacesAndTabs } from '@dtf-graph/http1-client';
import type { CacheableRequestHeaders } from '../http/request-info.ts';

/** A complete HTTP/1.1 GET or POST in a form so strict that every HTTP parser reads it the same. */
export type MinimalRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: CacheableRequestHeaders;
  readonly lines: number;
  /** A view of the parsed bytes; null for GET. */
  readonly body: Buffer | null;
};

/** Heads above this many bytes are left to node's parser. */
const longestHead = 4096;
/** Requests with more header lines are left to node's parser. */
const mostLines = 64;

/** Request line of an HTTP/1.1 GET or POST with a path. */
const plainLine = /^(GET|POST) (\/[!-"$-~]*) HTTP\/1\.1\r\n/;
/** Header lines in the strict syntax of RFC 9112 §5 and the blank line after them. */
const plainLines = /^(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

/** Headers that are parsed; each may occur once. */
const read: ReadonlySet<string> = new Set<keyof CacheableRequestHeaders>([
  'accept',
  'accept-encoding',
  'apollo-federation-include-trace',
  'content-length',
  'content-type',
  'if-none-match',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
  'x-request-id',
]);
/** Headers whose presence leaves the request to node's parser. */
const odd: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** Lengths of the names above; a header whose name has another length is skipped unread. */
const lengths = new Set([...read, ...odd, 'connection', 'host'].map(({ length }) => length));

type Fields = { readonly headers: CacheableRequestHeaders; readonly lines: number };

/** A connection's last header lines, parsed: clients repeat them, and comparing is faster. */
export type LastRequestHeadersCache = {
  /** Header lines with the blank line after them; empty before the first request. */
  text: string;
  fields: Fields;
};

/** Creates the empty `LastRequestHeadersCache` of a new connection. */
export const createLastRequestHeadersCache = (): LastRequestHeadersCache => ({
  text: '',
  fields: { headers: {}, lines: 0 },
});

/**
 * Parses bytes that are exactly one complete request in the strictest form; null for anything else.
 * A test checks that node's parser reads every accepted request the same.
 *
 * @param bytes - Received directly after the end of a request.
 * @param known - Header block cache of the connection, which this updates.
 */
export function parseMinimalRequest(
  bytes: Buffer,
  known: LastRequestHeadersCache = createLastRequestHeadersCache(),
): MinimalRequest | null {
  const text = bytes.toString('latin1', 0, longestHead);
  const match = plainLine.exec(text);
  if (!match) return null;
  const [line, method, url = ''] = match;
  const first = line.length;
  const isKnown = known.text !== '' && text.slice(first, first + known.text.length) === known.text;
  if (!isKnown && !learnLines(text.slice(first), known)) return null;
  const { headers, lines } = known.fields;
  const bodyLength = bytes.length - first - known.text.length;
  const measured = headers['content-length'];
  if (method === 'GET') {
    const isBare = measured === undefined && bodyLength === 0;
    return isBare ? { method, url, headers, lines, body: null } : null;
  }
  // The length must be a canonical decimal: no sign, no leading zeros, no list.
  if (measured !== String(bodyLength)) return null;
  return { method: 'POST', url, headers, lines, body: bytes.subarray(bytes.length - bodyLength) };
}

/** Parses header lines into the cache; false if they are not in the strict form. */
function learnLines(text: string, known: LastRequestHeadersCache): boolean {
  const end = text.indexOf('\r\n\r\n') + 4;
  const head = text.slice(0, end);
  const fields = plainLines.test(head) ? readFields(head) : null;
  if (fields === null) return false;
  known.text = head;
  known.fields = fields;
  return true;
}

function readFields(head: string): Fields | null {
  const headers: Record<string, string> = {};
  let lines = 0;
  let hasHost = false;
  for (let at = 0; at < head.length - 2; lines += 1) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    const start = at;
    at = end + 2;
    if (!lengths.has(colon - start)) continue;
    const name = head.slice(start, colon).toLowerCase();
    if (odd.has(name)) return null;
    if (name === 'host') {
      if (hasHost) return null;
      hasHost = true;
    } else if (name === 'connection') {
      if (valueBetween(head, colon, end).toLowerCase() !== 'keep-alive') return null;
    } else if (read.has(name)) {
      if (name in headers) return null;
      headers[name] = valueBetween(head, colon, end);
    }
  }
  return hasHost && lines <= mostLines ? { headers, lines } : null;
}

const valueBetween = (head: string, colon: number, end: number): string =>
  trimEndSpacesAndTabs(head, skipSpacesAndTabs(head, colon + 1), end);
