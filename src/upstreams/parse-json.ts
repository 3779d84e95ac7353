import { UpstreamUnavailableError } from '../core/errors.ts';

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
