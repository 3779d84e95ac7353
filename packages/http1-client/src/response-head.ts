import { isHttpToken, skipWhitespace, trimEndWhitespace } from './field-syntax.ts';
import { type Http1Request, MalformedResponseError, type ResponseHead } from './types.ts';

/** How the length of the body is determined (RFC 9112 §6.3). */
export type BodyFraming =
  | { readonly kind: 'none' }
  | { readonly kind: 'measured'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' };

/** A response head, how its body ends, and whether its connection can be reused. */
export type ParsedResponseHead = ResponseHead & {
  readonly framing: BodyFraming;
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
};

const none: BodyFraming = { kind: 'none' };
const chunked: BodyFraming = { kind: 'chunked' };
const untilClose: BodyFraming = { kind: 'until-close' };

/** Matches control characters, and line ends other than CR LF. */
const forbiddenBytes = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/;
const space = 0x20;
const cr = 0x0d;
const lf = 0x0a;

/**
 * Returns the position after CR LF CR LF; -1 if there is none before `to`. Looks at every fourth
 * byte only, unless that is CR or LF.
 */
export function findHeadEnd(bytes: Buffer, from: number, to: number): number {
  for (let at = from + 3; at < to; ) {
    const byte = bytes[at];
    if (byte === lf) {
      if (bytes[at - 1] === cr && bytes[at - 2] === lf && bytes[at - 3] === cr) return at + 1;
      at += 2;
    } else {
      at += byte === cr ? 1 : 4;
    }
  }
  return -1;
}

/**
 * Parses a head strictly; ambiguous heads are rejected, because they allow response smuggling.
 *
 * @param text - Status line and header lines, each with its CR LF; one character per byte.
 * @throws {MalformedResponseError} it is not a valid HTTP/1 head, or it is ambiguous.
 */
export function parseResponseHead(
  text: string,
  method: Http1Request['method'],
): ParsedResponseHead {
  if (forbiddenBytes.test(text)) throw new MalformedResponseError('a head has control characters');
  const lineEnd = text.indexOf('\r\n');
  const status = statusOf(text, lineEnd);
  const isHttp11 = text.charCodeAt(7) === 0x31;
  const fields = parseFields(text, lineEnd + 2);
  if (fields.isChunked && (fields.length !== undefined || !isHttp11)) {
    throw new MalformedResponseError('a body is measured in two ways');
  }
  const framing = framingOf(fields, status, method);
  return {
    status,
    reason: text.slice(13, lineEnd),
    headers: fields.headers,
    framing,
    persists:
      isHttp11 &&
      framing !== untilClose &&
      !fields.connection.includes(',close,') &&
      // Some servers send a 204 with a body, which would be read as the next response.
      !(status === 204 && (fields.isChunked || (fields.length ?? 0) > 0)),
    keepAliveSeconds: fields.keepAliveSeconds,
  };
}

/** Parses the status line; the status is 100 to 999 and the reason is optional. */
function statusOf(text: string, lineEnd: number): number {
  const minor = text.charCodeAt(7);
  const isVersion = text.startsWith('HTTP/1.') && (minor === 0x30 || minor === 0x31);
  const isDelimited =
    text.charCodeAt(8) === space && (lineEnd === 12 || text.charCodeAt(12) === space);
  const status = 100 * digit(text, 9) + 10 * digit(text, 10) + digit(text, 11);
  // Characters other than digits make the status NaN, and every comparison with NaN is false.
  if (lineEnd < 12 || !isVersion || !isDelimited || !(status >= 100)) {
    throw new MalformedResponseError('a status line is malformed');
  }
  return status;
}

function digit(text: string, place: number): number {
  const value = text.charCodeAt(place) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function framingOf(fields: Fields, status: number, method: Http1Request['method']): BodyFraming {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return none;
  if (fields.isChunked) return chunked;
  if (fields.length === undefined) return untilClose;
  return fields.length === 0 ? none : { kind: 'measured', length: fields.length };
}

/**
 * Checks the trailer section of a chunked body, which is not used otherwise.
 *
 * @param text - The trailer lines, each with its CR LF.
 * @throws {MalformedResponseError} it is malformed or declares a body length.
 */
export function checkTrailers(text: string): void {
  if (text === '') return;
  if (forbiddenBytes.test(text))
    throw new MalformedResponseError('a trailer has control characters');
  const { length, isChunked } = parseFields(text, 0);
  if (length !== undefined || isChunked) {
    throw new MalformedResponseError('a trailer measures the body');
  }
}

function parseFields(text: string, from: number): Fields {
  const fields: Fields = {
    headers: [],
    length: undefined,
    isChunked: false,
    connection: '',
    keepAliveSeconds: undefined,
  };
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    const name = text.slice(at, colon);
    // A token has no whitespace: folded lines and whitespace before the colon are rejected too.
    if (colon < 0 || colon > end || !isHttpToken(name)) {
      throw new MalformedResponseError('a header line is malformed');
    }
    const first = skipWhitespace(text, colon + 1);
    fields.headers.push(name, trimEndWhitespace(text, first, end));
    recordField(fields, name, text.slice(first, end));
    at = end + 2;
  }
  return fields;
}

/**
 * Records a header that the parser interprets; comparing lengths first avoids lower-casing names.
 */
function recordField(fields: Fields, name: string, value: string): void {
  if (name.length === 14 && name.toLowerCase() === 'content-length') {
    // Fifteen digits fit a safe integer. Repeated lengths are rejected: parsers treat them
    // differently.
    if (fields.length !== undefined || !/^\d{1,15}$/.test(value)) {
      throw new MalformedResponseError('the Content-Length is invalid or sent twice');
    }
    fields.length = Number(value);
  } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
    if (fields.isChunked || value.toLowerCase() !== 'chunked') {
      throw new MalformedResponseError('a body is coded for the transfer in an unknown way');
    }
    fields.isChunked = true;
  } else if (name.length === 10) {
    const lower = name.toLowerCase();
    if (lower === 'connection') {
      fields.connection += `,${value.toLowerCase().replace(/[\t ]/g, '')},`;
    } else if (lower === 'keep-alive') {
      const seconds = /(?:^|[\s,])timeout=(\d{1,9})/i.exec(value)?.[1];
      if (seconds !== undefined) fields.keepAliveSeconds = Number(seconds);
    }
  }
}
