import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { SlicedText } from '../../core/text/sliced-json.ts';
import { type Body, bytesOf, toPieces } from './body.ts';
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
  body: Body;
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
  /** The lines of all that, for headers that many answers share. */
  readonly lines?: FixedLines;
};

/** Header lines before and behind the tag, up to the length of the body. */
type FixedLines = { readonly before: string; readonly behind: string };

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

/** What an answer says: text, pieces that are encoded already, or those of a large value. */
export type Content = string | readonly Buffer[] | SlicedText;

/** Encodes text, or takes what is encoded in pieces, once for all who will get it. */
export function encodeAnswer(content: Content, headers: AnswerHeaders): EncodedAnswer {
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

function toBody(content: Content): Body {
  if (typeof content === 'string') return encodeText(content);
  return joinShort('digest' in content ? content.pieces : content);
}

function digestOf(content: Content, bytes: Body): string {
  if (typeof content !== 'string' && 'digest' in content) return content.digest;
  return hash('sha256', typeof bytes === 'string' ? bytes : bytesOf(bytes), 'base64url');
}

function joinShort(content: readonly Buffer[]): Body {
  const pieces = toPieces(content);
  return pieces.length <= longestText ? bytesOf(pieces) : pieces;
}

function createForm(
  headers: AnswerHeaders,
  made: {
    readonly encoding: Encoding;
    readonly tag: string | null;
    readonly bytes: Body;
  },
): Form {
  const { encoding, tag, bytes } = made;
  const etag = tag === null ? null : `"${tag}"`;
  const isShort = Buffer.isBuffer(bytes) && bytes.length <= longestText;
  const body = isShort ? bytes.toString('latin1') : bytes;
  return { encoding, etag, body, lines: linesOf(headers, { encoding, etag, body }) };
}

/** The text of what `validatorsOf` and `contentOf` list, without the lists. */
function linesOf(headers: AnswerHeaders, form: Omit<Form, 'lines'>): string {
  const { encoding, etag, body } = form;
  const { before, behind } = headers.lines ?? fixedLinesOf(headers);
  const tag = etag === null ? '' : `ETag: ${etag}\r\n`;
  const coding = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`;
  return `${before}${tag}${behind}${body.length}\r\n${coding}`;
}

function fixedLinesOf(headers: AnswerHeaders): FixedLines {
  const { cacheControl, contentType } = headers;
  return {
    before: headerText(['Cache-Control', cacheControl, 'Vary', variesOf(headers)]),
    behind: `Content-Type: ${contentType}\r\nContent-Length: `,
  };
}

/** Headers that many answers share, with their lines made once. */
export function shareHeaders(headers: AnswerHeaders): AnswerHeaders {
  return { ...headers, lines: fixedLinesOf(headers) };
}

const variesOf = ({ vary }: AnswerHeaders): string =>
  vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding';

/** What a 304 tells as well. */
export function validatorsOf(headers: AnswerHeaders, etag: string | null): HeaderList {
  const { cacheControl } = headers;
  const varies = variesOf(headers);
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

/** Joins what is in pieces, for an answer that is sent more than once. */
export function joinPieces({ identity }: EncodedAnswer): void {
  const { body } = identity;
  if (typeof body !== 'string' && 'pieces' in body) identity.body = bytesOf(body);
}

/** A form of the answer; a promise while it is being compressed, for brotli at level 4. */
export function formOf(answer: EncodedAnswer, encoding: Encoding): Form | Promise<Form> {
  if (encoding === 'identity') return answer.identity;
  answer[encoding] ??= compress(answer, encoding);
  return answer[encoding];
}

async function compress(answer: EncodedAnswer, encoding: 'br' | 'gzip'): Promise<Form> {
  const { body, etag } = answer.identity;
  const plain = bytesOf(body);
  const bytes =
    encoding === 'br'
      ? await compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await compressGzip(plain, { level: 6 });
  const tag = etag === null ? null : `${etag.slice(1, -1)}-${encoding}`;
  const form = createForm(answer.headers, { encoding, tag, bytes });
  answer[encoding] = form;
  return form;
}
