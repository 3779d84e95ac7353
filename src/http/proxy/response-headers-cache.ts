import type { ResponseHead } from '@dtf-graph/http1-client';
import { formatHeaders } from '../response/header-list.ts';
import {
  findHeaderValue,
  isEventStreamType,
  toClientEventStreamHeaders,
  toClientResponseHeaders,
  withDefaultCacheControl,
} from './proxy-headers.ts';

/** The head of an upstream response as the client receives it. */
export type ClientResponseHead = {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly string[];
  readonly isStream: boolean;
  /** Whether the event boundaries of a stream are unknown, because it is compressed. */
  readonly isEncoded: boolean;
  /** Status line and header lines, each with its line end; null without a `Content-Length`. */
  readonly text: string | null;
  readonly hasDate: boolean;
};

const mostKnown = 8;

/**
 * Creates a function that converts an upstream's response head to the client's. It caches the last
 * results by object identity: the HTTP client returns the same object for identical heads.
 *
 * @param first - The gateway's own lines, which come first: name, value, name, value.
 */
export function createCachedHeadConverter(
  first: readonly string[],
): (head: ResponseHead) => ClientResponseHead {
  const known: { readonly given: ResponseHead; readonly passed: ClientResponseHead }[] = [];
  let oldest = 0;
  return (given) => {
    for (const one of known) if (one.given === given) return one.passed;
    const passed = passHead(given, first);
    known[oldest] = { given, passed };
    oldest = (oldest + 1) % mostKnown;
    return passed;
  };
}

function passHead(given: ResponseHead, first: readonly string[]): ClientResponseHead {
  const { status, reason } = given;
  const isStream = isEventStreamType(findHeaderValue(given.headers, 'content-type') ?? '');
  const cached = toClientResponseHeaders(given.headers, first);
  const headers = isStream
    ? toClientEventStreamHeaders(cached)
    : withDefaultCacheControl(status, cached);
  const isMeasured = findHeaderValue(headers, 'content-length') !== undefined;
  return {
    status,
    reason,
    headers,
    isStream,
    isEncoded: isStream && findHeaderValue(given.headers, 'content-encoding') !== undefined,
    text: isMeasured ? `HTTP/1.1 ${status} ${reason}\r\n${formatHeaders(headers)}` : null,
    hasDate: findHeaderValue(headers, 'date') !== undefined,
  };
}
