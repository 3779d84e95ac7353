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
  readonly encoding: Encoding;
  /** Strong, and of this form alone, since it names bytes; null on answers that are not asked for by name. */
  readonly etag: string | null;
  readonly body: string | Buffer;
  /** The header lines that are this answer's own. */
  readonly lines: string;
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

/** A body for all who will get it: as it is, and compressed once somebody takes that. */
export type EncodedAnswer = {
  readonly headers: AnswerHeaders;
  /** Length of the body as it is, bytes. */
  readonly length: number;
  readonly identity: Form;
  /** Made on first demand; promises until then. */
  br: Form | Promise<Form> | null;
  gzip: Form | Promise<Form> | null;
};

/** Up to here a body is kept as text, bytes. */
const longestText = 16_384;
/** As many characters of the digest as 160 bits take. */
const tagLength = 27;

/** Encodes text once for all who will get it. */
export function encodeAnswer(text: string, headers: AnswerHeaders): EncodedAnswer {
  // Text of ASCII characters alone is its own bytes.
  const length = Buffer.byteLength(text);
  const bytes = length === text.length && length <= longestText ? text : Buffer.from(text);
  const tag =
    headers.hasEtag === false ? null : hash('sha256', bytes, 'base64url').slice(0, tagLength);
  const identity = createForm(headers, { encoding: 'identity', tag, bytes });
  return { headers, length, identity, br: null, gzip: null };
}

function createForm(
  headers: AnswerHeaders,
  made: {
    readonly encoding: Encoding;
    readonly tag: string | null;
    readonly bytes: string | Buffer;
  },
): Form {
  const { encoding, tag, bytes } = made;
  const etag = tag === null ? null : `"${tag}"`;
  const body =
    typeof bytes !== 'string' && bytes.length <= longestText ? bytes.toString('latin1') : bytes;
  const form = { encoding, etag, body };
  return {
    ...form,
    lines: headerText([...validatorsOf(headers, etag), ...contentOf(headers, form)]),
  };
}

/** What a 304 tells as well. */
export function validatorsOf(headers: AnswerHeaders, etag: string | null): HeaderList {
  const { cacheControl, vary } = headers;
  const varies = vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';
  const list = ['Cache-Control', cacheControl, 'Vary', varies];
  return etag === null ? list : [...list, 'ETag', etag];
}

/** What only a 200 tells. */
export function contentOf(
  { contentType }: AnswerHeaders,
  { encoding, body }: Pick<Form, 'encoding' | 'body'>,
): HeaderList {
  const list = ['Content-Type', contentType, 'Content-Length', String(body.length)];
  return encoding === 'identity' ? list : [...list, 'Content-Encoding', encoding];
}

/** A form of the answer; a promise while it is being compressed, for brotli at level 4. */
export function formOf(answer: EncodedAnswer, encoding: Encoding): Form | Promise<Form> {
  if (encoding === 'identity') return answer.identity;
  answer[encoding] ??= compress(answer, encoding);
  return answer[encoding];
}

async function compress(answer: EncodedAnswer, encoding: 'br' | 'gzip'): Promise<Form> {
  const { body, etag } = answer.identity;
  const plain = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const bytes =
    encoding === 'br'
      ? await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressGzip(plain, { level: 6 });
  const tag = etag === null ? null : `${etag.slice(1, -1)}-${encoding}`;
  const form = createForm(answer.headers, { encoding, tag, bytes });
  answer[encoding] = form;
  return form;
}
