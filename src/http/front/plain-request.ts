import { skipBlanks, withoutBlanksBehind } from '../../upstreams/http1/index.ts';
import type { ReadHeaders } from '../asked.ts';

/** A whole request that leaves nothing to interpretation. */
export type PlainRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: ReadHeaders;
  /** Lines of the head behind the request line. */
  readonly lines: number;
  /** Part of the bytes it was read from; null for GET. */
  readonly body: Buffer | null;
};

/** Longer heads are none that we need be quick with, bytes. */
const longestHead = 4096;
/** As many lines as no client sends; node stops at 200. */
const mostLines = 64;

/** GET and POST of HTTP/1.1 with a path, then header lines by the letter of RFC 9112. */
const plainHead =
  /^(GET|POST) (\/[!-"$-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

/** Lines that are read; each comes once at most. */
const read: ReadonlySet<string> = new Set<keyof ReadHeaders>([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'if-none-match',
  'x-forwarded-for',
  'x-request-id',
]);
/** Lines with which a request is no plain one. */
const odd: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** No line of the above has another length. */
const lengths = new Set([...read, ...odd, 'connection', 'host'].map(({ length }) => length));

/**
 * Reads bytes that are one whole request and nothing else, when it is of the plainest kind: what
 * any reader of HTTP could take for something else, or what is odd in any way, is null, for node's
 * parser to tell. A test holds everything that is read here to be the same to node's.
 *
 * @param bytes - What came on a connection behind the end of a request.
 */
export function parsePlainRequest(bytes: Buffer): PlainRequest | null {
  const text = bytes.toString('latin1', 0, longestHead);
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return null;
  const head = text.slice(0, end);
  const match = plainHead.exec(head);
  if (!match) return null;
  const [, method, url = ''] = match;
  const first = head.indexOf('\r\n') + 2;
  const fields = readFields(head, first);
  if (!fields) return null;
  const { headers, lines } = fields;
  const bodyLength = bytes.length - end;
  const measured = headers['content-length'];
  if (method === 'GET') {
    const isBare = measured === undefined && bodyLength === 0;
    return isBare ? { method, url, headers, lines, body: null } : null;
  }
  // The number is spelled as we would spell it: no sign, no zeros before it, no list.
  if (measured !== String(bodyLength)) return null;
  return { method: 'POST', url, headers, lines, body: bytes.subarray(end) };
}

function readFields(
  head: string,
  from: number,
): { readonly headers: ReadHeaders; readonly lines: number } | null {
  const headers: Record<string, string> = {};
  let lines = 0;
  let hasHost = false;
  for (let at = from; at < head.length - 2; lines += 1) {
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

/** A value without the blanks around it. */
const valueBetween = (head: string, colon: number, end: number): string =>
  withoutBlanksBehind(head, skipBlanks(head, colon + 1), end);
