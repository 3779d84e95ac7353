import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HeaderBlock, type HeaderList, headerText } from './headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How a body stands on the wire. */
export type Encoding = 'identity' | 'br' | 'gzip';

/**
 * One form of a body, ready for the wire. Small bodies are texts of bytes (latin1), because node
 * writes a head and a text in one piece and a head and a buffer in two.
 */
export type Form = {
  /** Strong, and of this form alone, since it names bytes; null on answers that are not asked for by name. */
  readonly etag: string | null;
  readonly body: string | Buffer;
  /** What a 304 tells as well. */
  readonly validators: HeaderList;
  /** What only a 200 tells. */
  readonly content: HeaderList;
  /** The head of a 200 but for what differs from sending to sending. */
  readonly head: string;
};

/** A body for all who will get it: as it is, and compressed once somebody takes that. */
export type EncodedAnswer = {
  readonly shared: HeaderBlock;
  /** Length of the body as it is, bytes. */
  readonly length: number;
  readonly identity: Form;
  /** Filled on first demand; a promise until then. */
  readonly compressed: { br?: Form | Promise<Form>; gzip?: Form | Promise<Form> };
  /** Makes a form of other bytes of the same content. */
  readonly formOf: (encoding: Encoding, body: string | Buffer) => Form;
};

export type AnswerHeaders = {
  /** What all answers of the door say. */
  readonly shared: HeaderBlock;
  readonly contentType: string;
  readonly cacheControl: string;
  /** What the answer depends on beside the request line; always also on `Accept-Encoding`. */
  readonly vary?: string;
  /** False for answers to POST: nobody can ask for them by their tag (RFC 9110, 13.1.2). */
  readonly hasEtag?: boolean;
};

/** Up to here a body is kept as text, bytes. */
const longestText = 16_384;

/** Encodes text once for all who will get it. */
export function encodeAnswer(text: string, headers: AnswerHeaders): EncodedAnswer {
  const { shared, contentType, cacheControl, hasEtag = true } = headers;
  const vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  // Text of ASCII characters alone is its own bytes.
  const length = Buffer.byteLength(text);
  const isOwnBytes = length === text.length && length <= longestText;
  const bytes = isOwnBytes ? text : Buffer.from(text);
  const digest = hasEtag ? hash('sha256', bytes, 'base64url').slice(0, 27) : '';

  const formOf = (encoding: Encoding, bytes: string | Buffer): Form => {
    const tag = encoding === 'identity' ? '' : `-${encoding}`;
    const etag = hasEtag ? `"${digest}${tag}"` : null;
    const validators = ['Cache-Control', cacheControl, 'Vary', vary];
    if (etag) validators.push('ETag', etag);
    const content = ['Content-Type', contentType, 'Content-Length', String(bytes.length)];
    if (encoding !== 'identity') content.push('Content-Encoding', encoding);
    const own = headerText(validators) + headerText(content);
    const head = `HTTP/1.1 200 OK\r\n${shared.text}${own}`;
    return { etag, body: bytes, validators, content, head };
  };
  return { shared, length, identity: formOf('identity', bodyOf(bytes)), compressed: {}, formOf };
}

const bodyOf = (bytes: string | Buffer): string | Buffer =>
  typeof bytes !== 'string' && bytes.length <= longestText ? bytes.toString('latin1') : bytes;

/** A form of the answer; a promise while it is being compressed, for brotli at level 4. */
export function formOf(answer: EncodedAnswer, encoding: Encoding): Form | Promise<Form> {
  if (encoding === 'identity') return answer.identity;
  answer.compressed[encoding] ??= compress(answer, encoding);
  return answer.compressed[encoding];
}

async function compress(answer: EncodedAnswer, encoding: 'br' | 'gzip'): Promise<Form> {
  const { body } = answer.identity;
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const compressed =
    encoding === 'br'
      ? await compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressGzip(bytes, { level: 6 });
  const form = answer.formOf(encoding, bodyOf(compressed));
  answer.compressed[encoding] = form;
  return form;
}
