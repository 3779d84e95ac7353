import type { IncomingMessage } from 'node:http';
import { InvalidInputError, TooLargeError, UnsupportedMediaTypeError } from '../lib/errors.ts';
import { isRecord } from '../lib/parse.ts';

/** Request bodies beyond this are refused with 413 (decisions.md 2), bytes. */
export const maxBodyBytes = 256 * 1024;
/** The same of requests to the graph (threats.md 3), bytes. */
export const maxGraphQLBodyBytes = 100 * 1024;

/**
 * The text of an `application/json` body. A page of another origin cannot send this type without
 * asking first, which is the protection against CSRF.
 *
 * @throws {UnsupportedMediaTypeError} another type, or compressed.
 * @throws {TooLargeError} more than `maxBytes`; the rest is thrown away.
 * @throws {InvalidInputError} not UTF-8.
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
    // What is left in the connection would be in the way of its next request.
    request.resume();
    throw tooLarge();
  }
  return decodeUtf8Body(Buffer.concat(chunks));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a body.
 *
 * @throws {InvalidInputError} not UTF-8.
 */
export function decodeUtf8Body(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    // The decoder's own message adds nothing.
    throw new InvalidInputError('the body must be UTF-8');
  }
}

/**
 * The JSON object in a text.
 *
 * @throws {InvalidInputError} anything else.
 */
export function parseJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // A parse error says nothing that the sender could not see in the body.
    throw new InvalidInputError('the body must be valid JSON');
  }
  if (!isRecord(value)) throw new InvalidInputError('the body must be a JSON object');
  return value;
}

/**
 * The JSON object in a request body.
 *
 * @throws what `readJsonText` and `parseJsonObject` throw.
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes?: number,
): Promise<Record<string, unknown>> {
  return parseJsonObject(await readJsonText(request, maxBytes));
}
