import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ChunkedText } from '../../lib/encoding/chunked-json.ts';
import { formatHeaders, type HeaderBlock, type HeaderList } from './header-list.ts';
import { type ResponseBody, toBuffer, toBufferList } from './response-body.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How a body stands on the wire. */
export type ContentEncoding = 'identity' | 'br' | 'gzip';

/**
 * One form of a body, ready for the wire. Small bodies are texts of bytes (latin1), because node
 * writes a head and a text in one piece and a head and a buffer in two.
 */
export type EncodedVariant = {
  readonly encoding: ContentEncoding;
  /** Strong, and of this form alone, since it names bytes; null on answers that are not asked for by name. */
  readonly etag: string | null;
  body: ResponseBody;
  /** The header lines that are this answer's own. */
  readonly lines: string;
};

export type SharedResponseHeaders = {
  /** What all answers of the door say. */
  readonly shared: HeaderBlock;
  readonly contentType: string;
  readonly cacheControl: string;
  /** What the answer depends on beside the request line; always also on `Accept-Encoding`. */
  readonly vary?: string;
  /** False for answers to POST: nobody can ask for them by their tag (RFC 9110, 13.1.2). */
  readonly hasEtag?: boolean;
  /** The lines of all that, for headers that many answers share. */
  readonly lines?: FixedHeaderLines;
};

/** Header lines before and behind the tag, up to the length of the body. */
type FixedHeaderLines = { readonly before: string; readonly after: string };

/** A body for all who will get it: as it is, and compressed once somebody takes that. */
export type EncodedBody = {
  readonly headers: SharedResponseHeaders;
  /** Length of the body as it is, bytes. */
  readonly length: number;
  readonly identity: EncodedVariant;
  /** Made on first demand; promises until then. */
  br: EncodedVariant | Promise<EncodedVariant> | null;
  gzip: EncodedVariant | Promise<EncodedVariant> | null;
};

/** Up to here a body is kept as text, bytes. */
const longestText = 16_384;
/** As many characters of the digest as 160 bits take. */
const tagLength = 27;

/** What an answer says: text, pieces that are encoded already, or those of a large value. */
export type Content = string | readonly Buffer[] | ChunkedText;

/** Encodes text, or takes what is encoded in pieces, once for all who will get it. */
export function encodeBody(content: Content, headers: SharedResponseHeaders): EncodedBody {
  const bytes = toBody(content);
  const tag = headers.hasEtag === false ? null : digestOf(content, bytes);
  const made = { encoding: 'identity', tag: tag?.slice(0, tagLength) ?? null, bytes } as const;
  const identity = createForm(headers, made);
  return { headers, length: bytes.length, identity, br: null, gzip: null };
}

function encodeText(text: string): string | Buffer {
  // Text of ASCII characters alone is its own bytes.
  const length = Buffer.byteLength(text);
  return length === text.length && length <= longestText ? text : Buffer.from(text);
}

function toBody(content: Content): ResponseBody {
  if (typeof content === 'string') return encodeText(content);
  return joinShort('digest' in content ? content.pieces : content);
}

function digestOf(content: Content, bytes: ResponseBody): string {
  if (typeof content !== 'string' && 'digest' in content) return content.digest;
  return hash('sha256', typeof bytes === 'string' ? bytes : toBuffer(bytes), 'base64url');
}

function joinShort(content: readonly Buffer[]): ResponseBody {
  const pieces = toBufferList(content);
  return pieces.length <= longestText ? toBuffer(pieces) : pieces;
}

function createForm(
  headers: SharedResponseHeaders,
  made: {
    readonly encoding: ContentEncoding;
    readonly tag: string | null;
    readonly bytes: ResponseBody;
  },
): EncodedVariant {
  const { encoding, tag, bytes } = made;
  const etag = tag === null ? null : `"${tag}"`;
  const isShort = Buffer.isBuffer(bytes) && bytes.length <= longestText;
  const body = isShort ? bytes.toString('latin1') : bytes;
  return { encoding, etag, body, lines: linesOf(headers, { encoding, etag, body }) };
}

/** The text of what `validatorHeaders` and `contentHeaders` list, without the lists. */
function linesOf(headers: SharedResponseHeaders, form: Omit<EncodedVariant, 'lines'>): string {
  const { encoding, etag, body } = form;
  const { before, after } = headers.lines ?? fixedLinesOf(headers);
  const tag = etag === null ? '' : `ETag: ${etag}\r\n`;
  const coding = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`;
  return `${before}${tag}${after}${body.length}\r\n${coding}`;
}

function fixedLinesOf(headers: SharedResponseHeaders): FixedHeaderLines {
  const { cacheControl, contentType } = headers;
  return {
    before: formatHeaders(['Cache-Control', cacheControl, 'Vary', variesOf(headers)]),
    after: `Content-Type: ${contentType}\r\nContent-Length: `,
  };
}

/** Headers that many answers share, with their lines made once. */
export function createSharedHeaders(headers: SharedResponseHeaders): SharedResponseHeaders {
  return { ...headers, lines: fixedLinesOf(headers) };
}

const variesOf = ({ vary }: SharedResponseHeaders): string =>
  vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';

/** What a 304 tells as well. */
export function validatorHeaders(headers: SharedResponseHeaders, etag: string | null): HeaderList {
  const { cacheControl } = headers;
  const varies = variesOf(headers);
  const list = ['Cache-Control', cacheControl, 'Vary', varies];
  return etag === null ? list : [...list, 'ETag', etag];
}

/** What only a 200 tells. */
export function contentHeaders(
  { contentType }: SharedResponseHeaders,
  { encoding, body }: Pick<EncodedVariant, 'encoding' | 'body'>,
): HeaderList {
  const list = ['Content-Type', contentType, 'Content-Length', String(body.length)];
  return encoding === 'identity' ? list : [...list, 'Content-Encoding', encoding];
}

/** Joins what is in pieces, for an answer that is sent more than once. */
export function flattenBody({ identity }: EncodedBody): void {
  const { body } = identity;
  if (typeof body !== 'string' && 'buffers' in body) identity.body = toBuffer(body);
}

/** A form of the answer; a promise while it is being compressed, for brotli at level 4. */
export function getVariant(
  response: EncodedBody,
  encoding: ContentEncoding,
): EncodedVariant | Promise<EncodedVariant> {
  if (encoding === 'identity') return response.identity;
  response[encoding] ??= compress(response, encoding);
  return response[encoding];
}

async function compress(response: EncodedBody, encoding: 'br' | 'gzip'): Promise<EncodedVariant> {
  const { body, etag } = response.identity;
  const plain = toBuffer(body);
  const bytes =
    encoding === 'br'
      ? await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressGzip(plain, { level: 6 });
  const tag = etag === null ? null : `${etag.slice(1, -1)}-${encoding}`;
  const form = createForm(response.headers, { encoding, tag, bytes });
  response[encoding] = form;
  return form;
}
