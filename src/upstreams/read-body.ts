import { UpstreamUnavailableError } from '../core/errors.ts';

/**
 * The whole body, refused while it is read once it grows beyond `maxBytes`.
 *
 * @throws {UpstreamUnavailableError} the body is too large.
 */
export async function readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      // Leaving the loop destroys the body and with it the connection.
      throw new UpstreamUnavailableError('an upstream answer is too large');
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON in a body; null for an empty one. A 4xx that is not JSON counts as empty, since its
 * status is the answer.
 *
 * @throws {UpstreamUnavailableError} a 2xx body is not UTF-8 JSON.
 */
export function parseJson(bytes: Uint8Array, status: number, upstream: string): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    if (status >= 400) return null;
    throw new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
      cause,
    });
  }
}
