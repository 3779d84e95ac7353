import type { IncomingMessage } from 'node:http';
import { InvalidInputError, TooLargeError, UnsupportedMediaTypeError } from '../lib/errors.ts';
import { isRecord } from '../lib/parse.ts';

/** Default limit of request bodies, bytes; larger ones are rejected with 413. */
export const maxBodyBytes = 256 * 1024;
/** Limit of GraphQL request bodies, bytes. */
export const maxGraphQLBodyBytes = 256 * 1024;

/**
 * Reads the text of an `application/json` body. Browsers send this type to another origin only
 * after a CORS preflight, which protects against CSRF.
 *
 * @throws {UnsupportedMediaTypeError} the body has another type or is compressed.
 * @throws {TooLargeError} the body exceeds `maxBytes`; the rest is discarded.
 * @throws {InvalidInputError} the body is not UTF-8.
 */
export async function readJsonText(
  request: IncomingMessage,
  maxBytes = maxBodyBytes,
): Promise<string> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new UnsupportedMediaTypeError('the body must be application/json');
  }
  if (request.headers['content-encoding'] !== undefined) {
    throw new UnsupportedMediaTypeError('the body must not be compressed');
  }
  const tooLarge = () =>
    new TooLargeError(`the body must be at most ${Math.floor(maxBytes / 1024)} kB`);
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  const coming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of coming) {
    length += chunk.length;
    if (length > maxBytes) break;
    chunks.push(chunk);
  }
  if (length > maxBytes) {
    // Discard the unread rest, which would block the next request of the connection.
    request.resume();
    throw tooLarge();
  }
  return decodeUtf8Body(Buffer.concat(chunks));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a UTF-8 body.
 *
 * @throws {InvalidInputError} the body is not UTF-8.
 */
export function decodeUtf8Body(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new InvalidInputError('the body must be UTF-8');
  }
}

/**
 * Parses the text of a JSON body.
 *
 * @throws {InvalidInputError} the text is not JSON.
 */
export function parseRequestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInputError('the body must be valid JSON');
  }
}

/**
 * Parses a JSON object.
 *
 * @throws {InvalidInputError} the text is not a JSON object.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseRequestJson(text);
  if (!isRecord(value)) throw new InvalidInputError('the body must be a JSON object');
  return value;
}

/**
 * Reads and parses a request body that is a JSON object.
 *
 * @throws what `readJsonText` and `parseJsonObject` throw.
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes?: number,
): Promise<Record<string, unknown>> {
  return parseJsonObject(await readJsonText(request, maxBytes));
}
