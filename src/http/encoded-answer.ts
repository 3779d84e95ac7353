import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Bodies below this gain nothing from compression, bytes. */
const worthCompressing = 1400;

/** A body ready for the wire, with its strong validator and, once asked for, its compressed forms. */
export type EncodedAnswer = {
  readonly body: Buffer;
  readonly etag: string;
  readonly contentType: string;
  /** Filled by the first client that takes the encoding. */
  readonly compressed: Map<'br' | 'gzip', Promise<Buffer>>;
};

/** Encodes text once for all who will get it. */
export function encodeAnswer(text: string, contentType: string): EncodedAnswer {
  const body = Buffer.from(text);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, etag: `"${digest}"`, contentType, compressed: new Map() };
}

/** The encoding to use for a client: brotli (level 4), gzip, or none. */
export function chooseEncoding(accepts: string | undefined, length: number): 'br' | 'gzip' | null {
  if (!accepts || length < worthCompressing) return null;
  const refused = (name: string) =>
    new RegExp(`\\b${name}\\s*;\\s*q=0(?:\\.0*)?(?:,|$)`).test(accepts);
  if (/\bbr\b/.test(accepts) && !refused('br')) return 'br';
  if (/\bgzip\b/.test(accepts) && !refused('gzip')) return 'gzip';
  return null;
}

function compress(answer: EncodedAnswer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  let form = answer.compressed.get(encoding);
  if (!form) {
    form =
      encoding === 'br'
        ? compressBrotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : compressGzip(answer.body, { level: 6 });
    answer.compressed.set(encoding, form);
  }
  return form;
}

/** True when the client already holds this answer (RFC 9110, 13.1.2: weak comparison, `*`, lists). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Writes a 200 (or 304) for GET and HEAD. Each encoding has a validator of its own, since a strong
 * ETag names bytes.
 */
export async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: EncodedAnswer,
): Promise<void> {
  const encoding = chooseEncoding(
    headerText(request.headers['accept-encoding']),
    answer.body.length,
  );
  const etag = encoding ? `${answer.etag.slice(0, -1)}-${encoding}"` : answer.etag;
  response.setHeader('ETag', etag);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (isNotModified(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return;
  }
  const body = encoding ? await compress(answer, encoding) : answer.body;
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': answer.contentType, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
