import type { IncomingMessage } from 'node:http';
import { InvalidInputError, TooLargeError, UnsupportedMediaTypeError } from '../lib/errors.ts';
import { isRecord } from '../lib/parse.ts';

/** Default limit of request bodies, bytes; larger ones are rejected with 413. */
export const maxBodyBytes = 256 * 1024;
/** Limit of GraphQL request bodies, bytes. */
export const maxGraphQLBodyBytes = 256 * 1024;

/**
 * Reads an `application/json` body. Requiring this type protects against CSRF: browsers send it to
 * another origin only after a CORS preflight.
 *
 * @throws {UnsupportedMediaTypeError} the body has another type or is compressed.
 * @throws {TooLargeError} the body exceeds `maxBytes`; the rest is discarded.
 * @throws the connection's error if the client disconnects before the end of the body.
 */
export async function readRawJsonBody(
  request: IncomingMessage,
  maxBytes = maxBodyBytes,
): Promise<Buffer> {
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
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    // The rest is read and discarded, since it would block the next request of the connection.
    if (length > maxBytes) reject(tooLarge());
    else chunks.push(chunk);
  });
  request.on('error', reject);
  request.on('end', () => {
    resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    // A request lives as long as its response; an event stream would keep the body in memory.
    chunks = [];
  });
  return promise;
}

/**
 * Reads the text of an `application/json` body.
 *
 * @throws what `readRawJsonBody` throws.
 * @throws {InvalidInputError} the body is not UTF-8.
 */
export async function readJsonText(request: IncomingMessage, maxBytes?: number): Promise<string> {
  return decodeUtf8Body(await readRawJsonBody(request, maxBytes));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a UTF-8 body. @throws {InvalidInputError} the body is not UTF-8. */
export function decodeUtf8Body(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new InvalidInputError('the body must be UTF-8');
  }
}

/** Parses the text of a JSON body. @throws {InvalidInputError} the text is not JSON. */
export function parseRequestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInputError('the body must be valid JSON');
  }
}

/** Parses a JSON object. @throws {InvalidInputError} the text is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseRequestJson(text);
  if (!isRecord(value)) throw new InvalidInputError('the body must be a JSON object');
  return value;
}

/** Reads a body that is a JSON object; throws what `readJsonText` and `parseJsonObject` throw. */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes?: number,
): Promise<Record<string, unknown>> {
  return parseJsonObject(await readJsonText(request, maxBytes));
}
