import { isAscii } from 'node:buffer';
import type { SizedValue } from '../cache/cached-value.ts';
import { UpstreamUnavailableError } from '../lib/errors.ts';

/**
 * An upstream's response: status and parsed JSON, null for an empty body, or a `RawJson`
 * (`keepRawIf`).
 */
export type UpstreamResponse = SizedValue<unknown> & {
  readonly status: number;
  /** Seconds after which to retry, from a 429. */
  readonly retryAfter?: number | undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body; null if it is not UTF-8. Most bodies are ASCII, for which `latin1` is faster than
 * a decoder.
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
 * Parses a body as JSON. A 4xx body that is not JSON yields null, because the status is enough.
 *
 * @param text - Null if the body was not UTF-8.
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

/** Creates the error for a body that should have been JSON. */
export const notJson = (upstream: string, cause: unknown): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} answered with something that is not JSON`, {
    cause,
  });

/** Parses a `Retry-After` header in whole seconds; undefined if it is absent or a date. */
export function parseRetryAfter(line: string | undefined): number | undefined {
  return line !== undefined && /^\d{1,6}$/.test(line) ? Number(line) : undefined;
}
