import { isHttpToken, skipSpacesAndTabs, trimEndSpacesAndTabs } from './field-syntax.ts';
import { type Http1Request, MalformedHttpResponseError, type ResponseHead } from './types.ts';

/** A response head, how its body ends, and whether its connection can be reused. */
export type ParsedResponseHead = ResponseHead & {
  /** Bytes, infinite if the body lasts until the connection closes (RFC 9112 §6.3). */
  readonly bodyLength: number | 'chunked';
  /** Whether the connection may carry another request after the response. */
  readonly persists: boolean;
  /** Seconds that the server keeps the idle connection open, from `Keep-Alive: timeout`. */
  readonly keepAliveSeconds: number | undefined;
};

type Fields = {
  readonly headers: string[];
  length: number | undefined;
  isChunked: boolean;
  /** Options of `Connection` in lower case, each surrounded by commas. */
  connection: string;
  keepAliveSeconds: number | undefined;
  contentEncoding: string;
};

/** Matches control characters, and line ends other than CR LF. */
const forbiddenBytes = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;
/** A status line; the reason is optional (RFC 9112 §4). */
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([^\r\n]*))?\r\n/;

/**
 * Parses a head strictly; ambiguous heads are rejected, because they allow response smuggling.
 *
 * @param text - Status line and header lines, each with its CR LF; one character per byte.
 * @throws {MalformedHttpResponseError} it is not a valid HTTP/1 head, or it is ambiguous.
 */
export function parseResponseHead(
  text: string,
  method: Http1Request['method'],
): ParsedResponseHead {
  if (forbiddenBytes.test(text))
    throw new MalformedHttpResponseError('a head has control characters');
  const match = statusLine.exec(text);
  if (match === null) throw new MalformedHttpResponseError('a status line is malformed');
  const [line, minorVersion, digits, reason = ''] = match;
  const status = Number(digits);
  const isHttp11 = minorVersion === '1';
  const fields = parseFields(text, line.length);
  if (fields.isChunked && (fields.length !== undefined || !isHttp11)) {
    throw new MalformedHttpResponseError('a body is measured in two ways');
  }
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;
  const declaredLength = fields.isChunked ? 'chunked' : (fields.length ?? Infinity);
  const bodyLength = hasBody ? declaredLength : 0;
  return {
    status,
    reason,
    headers: fields.headers,
    contentEncoding: fields.contentEncoding,
    bodyLength,
    persists:
      isHttp11 &&
      bodyLength !== Infinity &&
      !fields.connection.includes(',close,') &&
      // Some servers send a 204 with a body, which would be read as the next response.
      !(status === 204 && (fields.isChunked || (fields.length ?? 0) > 0)),
    keepAliveSeconds: fields.keepAliveSeconds,
  };
}

/** Maximum number of cached heads, and maximum length of one. */
const maxCachedHeads = 64;
const maxCachedLength = 1024;

/** Creates a function like `parseResponseHead` that returns the same object for the same text. */
export function createCachedHeadParser(): typeof parseResponseHead {
  const known = new Map<string, ParsedResponseHead>();
  return (text, method) => {
    // A response to HEAD has no body, so the same text is parsed differently.
    if (method === 'HEAD') return parseResponseHead(text, method);
    const before = known.get(text);
    if (before !== undefined) return before;
    const parsed = parseResponseHead(text, method);
    if (text.length > maxCachedLength) return parsed;
    if (known.size >= maxCachedHeads) known.clear();
    known.set(text, parsed);
    return parsed;
  };
}

/**
 * Checks the trailer section of a chunked body, which is not used otherwise.
 *
 * @param text - The trailer lines, each with its CR LF.
 * @throws {MalformedHttpResponseError} it is malformed or declares a body length.
 */
export function checkTrailers(text: string): void {
  if (text === '') return;
  if (forbiddenBytes.test(text))
    throw new MalformedHttpResponseError('a trailer has control characters');
  const { length, isChunked } = parseFields(text, 0);
  if (length !== undefined || isChunked) {
    throw new MalformedHttpResponseError('a trailer measures the body');
  }
}

function parseFields(text: string, from: number): Fields {
  const fields: Fields = {
    headers: [],
    length: undefined,
    isChunked: false,
    connection: '',
    keepAliveSeconds: undefined,
    contentEncoding: '',
  };
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    const name = text.slice(at, colon);
    // A token has no whitespace: folded lines and whitespace before the colon are rejected too.
    if (colon < 0 || colon > end || !isHttpToken(name)) {
      throw new MalformedHttpResponseError('a header line is malformed');
    }
    const first = skipSpacesAndTabs(text, colon + 1);
    fields.headers.push(name, trimEndSpacesAndTabs(text, first, end));
    recordField(fields, name, text.slice(first, end));
    at = end + 2;
  }
  return fields;
}

/** Records a header that the parser interprets. */
function recordField(fields: Fields, name: string, value: string): void {
  switch (name.toLowerCase()) {
    case 'content-length':
      // Fifteen digits fit a safe integer. Repeated lengths are rejected: parsers treat them
      // differently.
      if (fields.length !== undefined || !/^\d{1,15}$/.test(value)) {
        throw new MalformedHttpResponseError('the Content-Length is invalid or sent twice');
      }
      fields.length = Number(value);
      break;
    case 'content-encoding':
      fields.contentEncoding += (fields.contentEncoding && ', ') + value.trim().toLowerCase();
      break;
    case 'transfer-encoding':
      if (fields.isChunked || value.toLowerCase() !== 'chunked') {
        throw new MalformedHttpResponseError('a body is coded for the transfer in an unknown way');
      }
      fields.isChunked = true;
      break;
    case 'connection':
      fields.connection += `,${value.toLowerCase().replace(/[\t ]/g, '')},`;
      break;
    case 'keep-alive': {
      const seconds = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(value)?.[1];
      if (seconds !== undefined) fields.keepAliveSeconds = Number(seconds);
    }
  }
}
