import { createHash, hash } from 'node:crypto';
import type { CacheOutcome } from '../../cache/cache-read-types.ts';
import type { ResponseFreshness } from '../../cache/response-freshness-tracker.ts';
import { totalLength } from '../../lib/collections/total-length.ts';
import type { Millis } from '../../lib/units.ts';

/** Response headers by name. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response body: ASCII text, or bytes in one or several buffers. */
export type ResponseBody = string | Buffer | readonly Buffer[];

/** Compressed bodies by encoding; a promise while one is being compressed. */
export type CompressedBodies = {
  br?: ResponseBody | Promise<ResponseBody>;
  gzip?: ResponseBody | Promise<ResponseBody>;
};

/** What `Age` and `X-Cache` of a response are made from, and whether it may be cached. */
export type ResponseCaching = {
  /** The time that `Age` counts from; null when no value in it is cached. */
  readonly oldest: Millis | null;
  readonly outcome: CacheOutcome;
  readonly freshness: ResponseFreshness;
  /** For GraphQL: the number of objects that a client is charged for it. */
  readonly cost?: number | undefined;
  /** For GraphQL: what metrics say about the operation. */
  readonly usage?: object | undefined;
};

/** A response: both APIs make it, the response cache keeps it, and `sendResponse` writes it. */
export type HttpResponse = {
  readonly status: number;
  /** All but `Content-Length` and the headers that differ each time the response is sent. */
  readonly headers: ResponseHeaders;
  readonly body: ResponseBody;
  /** The compressed bodies made so far; undefined for a response that is not compressed. */
  readonly compressed?: CompressedBodies;
  /** Undefined for a response that belongs to one client. */
  readonly caching?: ResponseCaching;
};

/** Response content: text, or its bytes in one or several buffers. */
export type ResponseContent = string | readonly Buffer[];

const longestText = 16_384;
/** Length of an ETag in base64url characters: 160 bits of the SHA-256 digest. */
const tagLength = 27;

/**
 * Creates a response with status 200 that may be compressed.
 *
 * @param options.vary - Request headers that it depends on besides `Accept-Encoding`.
 * @param options.hasEtag - False for responses to POST: `If-None-Match` gives no 304 there
 * (RFC 9110 §13.1.2).
 */
export function toResponse(
  content: ResponseContent,
  options: {
    readonly headers: ResponseHeaders;
    readonly vary?: string;
    readonly hasEtag?: boolean;
    readonly caching?: ResponseCaching;
  },
): HttpResponse {
  const { vary, hasEtag = true, caching } = options;
  const body = toBody(content);
  const headers = {
    ...options.headers,
    Vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
    ...(hasEtag ? { ETag: `"${digestOf(body).slice(0, tagLength)}"` } : {}),
  };
  return { status: 200, headers, body, compressed: {}, ...(caching ? { caching } : {}) };
}

/** Creates a response of JSON that nothing may store, and that is not compressed. */
export function toUncachedJson(status: number, body: object): HttpResponse {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}

function toBody(content: ResponseContent): ResponseBody {
  if (typeof content !== 'string') return content;
  // If the lengths are equal, the text is ASCII, which node writes together with the head.
  const length = Buffer.byteLength(content);
  return length === content.length && length <= longestText ? content : Buffer.from(content);
}

function digestOf(body: ResponseBody): string {
  if (!Array.isArray(body)) return hash('sha256', body as string | Buffer, 'base64url');
  const digest = createHash('sha256');
  for (const piece of body) digest.update(piece);
  return digest.digest('base64url');
}

/** Returns the bytes of a body. */
export function bodyLength(body: ResponseBody): number {
  return isPieces(body) ? totalLength(body) : body.length;
}

/** Whether a body is a list of buffers. */
export const isPieces = (body: ResponseBody): body is readonly Buffer[] => Array.isArray(body);
