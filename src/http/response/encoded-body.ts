import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { ChunkedJson } from '../../lib/encoding/chunked-json.ts';
import { type FormattedHeaders, formatHeaders } from './header-list.ts';
import {
  type ResponseBody,
  type SharedBodyBuffers,
  toBuffer,
  withTotalLength,
} from './serialized-response.ts';

const compressWhole = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const compression = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 6 } };
const chunkBytes = 64 * 1024;

/** The `Content-Encoding` of a body; `identity` is uncompressed. */
export type ContentEncoding = 'identity' | 'br' | 'gzip';

/** A body in one encoding; small ones are latin1 strings, which node writes with the head. */
export type EncodedBodyVariant = {
  readonly encoding: ContentEncoding;
  /** Strong, and different for each encoding; null for responses to POST. */
  readonly etag: string | null;
  body: ResponseBody;
  /** The header lines that differ between responses, each with its line end. */
  readonly lines: string;
};

/** Headers of a response that are the same in each encoding and each time it is sent. */
export type EncodingIndependentHeaders = {
  /** Headers that every response of this API has. */
  readonly shared: FormattedHeaders;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Request headers that the response depends on; `Accept-Encoding` is always added. */
  readonly vary?: string;
  /** False for responses to POST: `If-None-Match` gives no 304 there (RFC 9110 §13.1.2). */
  readonly hasEtag?: boolean;
};

/** A body with its uncompressed variant, and compressed ones created on first use. */
export type EncodedBody = {
  readonly headers: EncodingIndependentHeaders;
  readonly length: number;
  readonly identity: EncodedBodyVariant;
  /** Null until first requested, a promise while it is being compressed. */
  br: EncodedBodyVariant | Promise<EncodedBodyVariant> | null;
  gzip: EncodedBodyVariant | Promise<EncodedBodyVariant> | null;
};

const longestText = 16_384;
/** Bodies of more bytes are not joined into one buffer. */
const longestJoined = 1024 * 1024;
/** Length of an ETag in base64url characters: 160 bits of the SHA-256 digest. */
const tagLength = 27;

/** Response content: text, encoded buffers, or JSON encoded in chunks with its digest. */
export type ResponseBodyContent = string | readonly Buffer[] | ChunkedJson;

/** Creates the uncompressed variant of a response body, with its ETag and formatted headers. */
export function createEncodedBody(
  content: ResponseBodyContent,
  headers: EncodingIndependentHeaders,
): EncodedBody {
  const bytes = toBody(content);
  const tag = headers.hasEtag === false ? null : digestOf(content, bytes);
  const made = { encoding: 'identity', tag: tag?.slice(0, tagLength) ?? null, bytes } as const;
  const identity = createForm(headers, made);
  return { headers, length: bytes.length, identity, br: null, gzip: null };
}

function encodeText(text: string): string | Buffer {
  // If the lengths are equal, the text is ASCII, which node can write as latin1.
  const length = Buffer.byteLength(text);
  return length === text.length && length <= longestText ? text : Buffer.from(text);
}

function toBody(content: ResponseBodyContent): ResponseBody {
  if (typeof content === 'string') return encodeText(content);
  return joinShort('digest' in content ? content.pieces : content);
}

function digestOf(content: ResponseBodyContent, bytes: ResponseBody): string {
  if (typeof content !== 'string' && 'digest' in content) return content.digest;
  if (typeof bytes === 'string' || !('buffers' in bytes)) return hash('sha256', bytes, 'base64url');
  const digest = createHash('sha256');
  for (const piece of bytes.buffers) digest.update(piece);
  return digest.digest('base64url');
}

function joinShort(content: readonly Buffer[]): ResponseBody {
  const pieces = withTotalLength(content);
  return pieces.length <= longestText ? toBuffer(pieces) : pieces;
}

function createForm(
  headers: EncodingIndependentHeaders,
  made: {
    readonly encoding: ContentEncoding;
    readonly tag: string | null;
    readonly bytes: ResponseBody;
  },
): EncodedBodyVariant {
  const { encoding, tag, bytes } = made;
  const etag = tag === null ? null : `"${tag}"`;
  const isShort = Buffer.isBuffer(bytes) && bytes.length <= longestText;
  const body = isShort ? bytes.toString('latin1') : bytes;
  const own = ['Content-Type', headers.contentType, 'Content-Length', String(body.length)];
  if (encoding !== 'identity') own.push('Content-Encoding', encoding);
  const lines = formatValidatorHeaders(headers, etag) + formatHeaders(own);
  return { encoding, etag, body, lines };
}

/** Formats the headers that a 200 and a 304 both have: `Cache-Control`, `Vary` and `ETag`. */
export function formatValidatorHeaders(
  { cacheControl, vary }: EncodingIndependentHeaders,
  etag: string | null,
): string {
  const varies = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
  const tag = etag === null ? [] : ['ETag', etag];
  return formatHeaders(['Cache-Control', cacheControl, 'Vary', varies, ...tag]);
}

/** Joins the buffers of a body of at most 1 MB, for a response that is sent more than once. */
export function joinBodyBuffers({ identity }: EncodedBody): void {
  const { body } = identity;
  if (typeof body === 'string' || !('buffers' in body)) return;
  if (body.length <= longestJoined) identity.body = toBuffer(body);
}

/** Returns a body in an encoding; a promise while it is compressed, on first use. */
export function getBodyInEncoding(
  response: EncodedBody,
  encoding: ContentEncoding,
): EncodedBodyVariant | Promise<EncodedBodyVariant> {
  if (encoding === 'identity') return response.identity;
  response[encoding] ??= compress(response, encoding);
  return response[encoding];
}

/**
 * Creates the body of a precompressed file; missing variants are replaced by the uncompressed file.
 */
export function createPrecompressedBody(
  file: {
    readonly identity: Buffer;
    readonly br: Buffer | undefined;
    readonly gzip: Buffer | undefined;
  },
  headers: EncodingIndependentHeaders,
): EncodedBody {
  const response = createEncodedBody([file.identity], headers);
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = file[encoding];
    if (bytes === undefined) response[encoding] = response.identity;
    else setCompressed(response, encoding, bytes);
  }
  return response;
}

/** Compresses a list piece by piece, because joining it takes long. */
async function compressList(
  { buffers }: SharedBodyBuffers,
  encoding: 'br' | 'gzip',
): Promise<ResponseBody> {
  const options = { ...compression[encoding], chunkSize: chunkBytes };
  const stream = encoding === 'br' ? createBrotliCompress(options) : createGzip(options);
  return joinShort(await Readable.from(buffers).pipe(stream).toArray());
}

async function compress(
  response: EncodedBody,
  encoding: 'br' | 'gzip',
): Promise<EncodedBodyVariant> {
  const { body } = response.identity;
  const bytes =
    typeof body === 'string' || !('buffers' in body)
      ? await compressWhole[encoding](toBuffer(body), compression[encoding])
      : await compressList(body, encoding);
  return setCompressed(response, encoding, bytes);
}

function setCompressed(
  response: EncodedBody,
  encoding: 'br' | 'gzip',
  bytes: ResponseBody,
): EncodedBodyVariant {
  const { etag } = response.identity;
  const tag = etag === null ? null : `${etag.slice(1, -1)}-${encoding}`;
  const form = createForm(response.headers, { encoding, tag, bytes });
  response[encoding] = form;
  return form;
}
