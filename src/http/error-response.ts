import { type ServerResponse, STATUS_CODES } from 'node:http';
import {
  ClientRateLimitError,
  type GatewayError,
  RateLimitedError,
  toGatewayError,
} from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { abortResponse } from './connections/abort-response.ts';
import { getRequestIds, type RequestLogIds } from './request-trace.ts';
import { type FormattedHeaders, formatHeaders, type HeaderList } from './response/header-list.ts';
import type { PreparedResponse } from './response/serialized-response.ts';

const jsonType = 'application/json; charset=utf-8';

/**
 * Responds to any thrown value with `{ "error": message }`, never cacheable, and returns it as a
 * `GatewayError`. Aborts the response if its head is already written.
 */
export function writeErrorResponse(
  response: ServerResponse,
  thrown: unknown,
  log: Log,
): GatewayError {
  const error = toGatewayError(thrown);
  logServerError(error, log, getRequestIds(response.req));
  if (response.headersSent || response.destroyed) {
    abortResponse(response);
    return error;
  }
  for (const name of ['ETag', 'Age', 'X-Cache', 'Content-Encoding']) response.removeHeader(name);
  const body = JSON.stringify({ error: error.message });
  response.writeHead(error.status, {
    'Content-Type': jsonType,
    'Content-Length': Buffer.byteLength(body),
    ...errorResponseHeaders(error),
  });
  response.end(response.req?.method === 'HEAD' ? undefined : body);
  return error;
}

/**
 * Formats the response to an error as head and body.
 *
 * @param options.shared - Headers of every response of the API.
 * @param options.body - JSON; `{ "error": message }` by default.
 */
export function formatErrorResponse(
  error: GatewayError,
  options: {
    readonly shared: FormattedHeaders;
    readonly requestId: string;
    readonly contentType?: string;
    readonly body?: string;
  },
): PreparedResponse {
  const { shared, requestId, contentType = jsonType } = options;
  const own = { 'X-Request-Id': requestId, 'Content-Type': contentType };
  return formatResponse(options.body ?? JSON.stringify({ error: error.message }), {
    status: error.status,
    shared,
    headers: Object.entries({ ...own, ...errorResponseHeaders(error) }).flat(),
  });
}

/** Formats a response that is sent once, neither cached nor compressed, as head and body. */
export function formatResponse(
  text: string,
  options: {
    readonly status: number;
    readonly shared: FormattedHeaders;
    readonly headers: HeaderList;
  },
): PreparedResponse {
  const { status, shared, headers } = options;
  const body = Buffer.from(text);
  const own = formatHeaders([...headers, 'Content-Length', String(body.length)]);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${shared.text}${own}`;
  return { status, head, body: body.toString('latin1') };
}

/** Returns an error's headers: `no-store`; for rate limits `Retry-After` (s) and `RateLimit`. */
export function errorResponseHeaders(error: GatewayError): Readonly<Record<string, string>> {
  const retry =
    error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfter) } : {};
  const limit = error instanceof ClientRateLimitError ? rateLimitHeaders(error) : {};
  return { 'Cache-Control': 'no-store', ...retry, ...limit };
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers. */
function rateLimitHeaders({ policy, retryAfter }: ClientRateLimitError): Record<string, string> {
  const { name, limit, window } = policy;
  return {
    RateLimit: `"${name}";r=0;t=${retryAfter}`,
    'RateLimit-Policy': `"${name}";q=${limit};w=${window}`,
  };
}

/** Logs errors that the client did not cause (500 and 502 or above). */
export function logServerError(error: GatewayError, log: Log, ids: RequestLogIds): void {
  const { requestId, traceId } = ids;
  if (error.status === 500) {
    log.error({ err: error.cause ?? error, requestId, traceId }, 'request failed');
  } else if (error.status >= 502) {
    log.warn({ err: error, requestId, traceId }, 'upstream failed');
  }
}
