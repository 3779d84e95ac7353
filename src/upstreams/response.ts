import { isAscii } from 'node:buffer';
import type { SizedValue } from '../cache/cached-value.ts';
import { UpstreamUnavailableError } from '../lib/errors.ts';

/**
 * An upstream's response. `value` is its parsed JSON, null for an empty body, or a `RawJson`;
 * `bytes` is the size of the body.
 */
export type UpstreamResponse = SizedValue<unknown> & {
  readonly status: number;
  /** Seconds after which to retry, from a 429. */
  readonly retryAfter?: number | undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a UTF-8 body; null if it is not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Parses the body of a response as JSON; null for a 4xx without JSON.
 *
 * @param text - Null if the body was not UTF-8.
 * @throws {UpstreamUnavailableError} the body of a response below 400 is not JSON.
 */
export function parseUpstreamJson(text: string | null, status: number, upstream: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch (cause) {
    if (status >= 400) return null;
    throw notJsonError(upstream, cause);
  }
}

/** Creates the error for an upstream response whose body should be JSON but is not. */
export const notJsonError = (upstream: string, cause: unknown): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
    cause,
  });

/** Parses the value of a `Retry-After` header in seconds; undefined if it is missing or a date. */
export function parseRetryAfterSeconds(line: string | undefined): number | undefined {
  return line !== undefined && /^\d{1,6}$/.test(line) ? Number(line) : undefined;
}
