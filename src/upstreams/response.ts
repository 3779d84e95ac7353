import { isAscii } from 'node:buffer';
import type { SizedValue } from '../cache/cached-value.ts';
import { UpstreamUnavailableError } from '../lib/errors.ts';

/** An upstream's answer: status and parsed JSON (null where the body is empty, see also `keepsText`). */
export type UpstreamResponse = SizedValue<unknown> & {
  readonly status: number;
  /** When to come back, seconds; told with a 429. */
  readonly retryAfter?: number | undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a body; null when it is not UTF-8. Most answers are ASCII, which needs no decoder:
 * 300 bytes take 0.2 µs like this instead of 0.7.
 */
export function decodeUtf8(bytes: Buffer): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The JSON in the text of a body. A 4xx that is not JSON is null, like an empty body, since its
 * status is the answer.
 *
 * @param text - Null for what is no text, hence no JSON.
 * @throws {UpstreamUnavailableError} a 2xx body is not JSON.
 */
export function parseJsonBody(text: string | null, status: number, upstream: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    if (status >= 400) return null;
    throw notJson(upstream, cause);
  }
}

/** The error of a body that should have been JSON. */
export const notJson = (upstream: string, cause: unknown): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
    cause,
  });

/** Whole seconds in a `Retry-After` line; undefined without one, and for a date. */
export function parseRetryAfter(line: string | undefined): number | undefined {
  return line !== undefined && /^\d{1,6}$/.test(line) ? Number(line) : undefined;
}
