import type { ServerResponse } from 'node:http';
import {
  ClientRateLimitError,
  type GatewayError,
  RateLimitedError,
  toGatewayError,
} from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { abortResponse } from './connections/abort-response.ts';
import { getRequestIds, type RequestLogIds } from './request-trace.ts';
import { corsHeaders, openCorsHeaders } from './response/cors.ts';
import type { HttpResponse, ResponseHeaders } from './response/http-response.ts';
import { sendResponse } from './response/send-response.ts';

/**
 * Creates the response to a failed request, never cacheable.
 *
 * @param body - JSON; `{ "error": message }` by default.
 */
export function createErrorResponse(options: {
  readonly status: number;
  readonly message: string;
  readonly headers?: ResponseHeaders | undefined;
  readonly body?: string | undefined;
}): HttpResponse {
  const { status, message, headers = corsHeaders } = options;
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...headers,
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(options.body ?? JSON.stringify({ error: message })),
  };
}

/** Creates the response to an error, by default with CORS headers alone. */
export function toErrorResponse(
  error: GatewayError,
  { headers = corsHeaders, body }: { headers?: ResponseHeaders; body?: string } = {},
): HttpResponse {
  const { status, message } = error;
  const own = { ...headers, ...errorResponseHeaders(error) };
  return createErrorResponse({ status, message, headers: own, body });
}

/** Sends an error that is no `GatewayError`: `{ "error": message }` with CORS headers. */
export function sendErrorStatus(
  response: ServerResponse,
  error: {
    readonly status: number;
    readonly message: string;
    readonly headers?: ResponseHeaders | undefined;
  },
): void {
  const headers = { ...openCorsHeaders, ...error.headers };
  void sendResponse(response.req, response, createErrorResponse({ ...error, headers }));
}

/** Responds 405; `allow` lists the methods of the path, the message suggests the first. */
export function sendMethodNotAllowed(
  response: ServerResponse,
  allow: string,
  headers: ResponseHeaders = {},
): void {
  const message = `use ${allow.split(',', 1)[0]}`;
  sendErrorStatus(response, { status: 405, message, headers: { ...headers, Allow: allow } });
}

/**
 * Responds to any thrown value, logs what the client did not cause, and returns it as a
 * `GatewayError`. Aborts the response if its head is already written.
 */
export function sendError(
  response: ServerResponse,
  thrown: unknown,
  { log, headers }: { readonly log: Log; readonly headers?: ResponseHeaders },
): GatewayError {
  const error = toGatewayError(thrown);
  logServerError(error, log, getRequestIds(response.req));
  if (response.headersSent || response.destroyed) abortResponse(response);
  else void sendResponse(response.req, response, toErrorResponse(error, headers && { headers }));
  return error;
}

/** Returns an error's headers: `no-store`; for rate limits `Retry-After` (s) and `RateLimit`. */
export function errorResponseHeaders(error: GatewayError): ResponseHeaders {
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
