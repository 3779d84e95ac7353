import { type ServerResponse, STATUS_CODES } from 'node:http';
import { type GatewayError, RateLimitedError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { abortResponse } from './connections/abort-response.ts';
import { getRequestId } from './request-identity.ts';
import type { RawResponse } from './response/raw-response.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * Responds to any thrown value with `{ "error": message }`, never cacheable, and returns it as a
 * `GatewayError`. Logs unforeseen errors in full. Aborts a response whose head is already written.
 */
export function writeErrorResponse(
  response: ServerResponse,
  thrown: unknown,
  log: Log,
): GatewayError {
  const error = toGatewayError(thrown);
  logServerError(error, log, getRequestId(response.req));
  if (response.headersSent || response.destroyed) {
    abortResponse(response);
    return error;
  }
  for (const name of ['ETag', 'Age', 'X-Cache', 'Content-Encoding']) response.removeHeader(name);
  const body = bodyOf(error);
  response.writeHead(error.status, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    ...errorResponseHeaders(error),
  });
  response.end(response.req?.method === 'HEAD' ? undefined : body);
  return error;
}

/**
 * Returns the same error response as bytes, for a keep-alive connection.
 *
 * @param lines - Header lines that come first, each with its line end.
 */
export function prepareErrorResponse(
  thrown: unknown,
  log: Log,
  { lines, requestId }: { readonly lines: string; readonly requestId: string },
): RawResponse & { readonly status: number } {
  const error = toGatewayError(thrown);
  logServerError(error, log, requestId);
  const { status } = error;
  const body = bodyOf(error);
  const own = {
    'X-Request-Id': requestId,
    'Content-Type': contentType,
    'Content-Length': body.length,
    ...errorResponseHeaders(error),
  };
  const ownLines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${ownLines.join('')}`;
  return { status, head, body: body.toString('latin1') };
}

/** Headers that every error response has. */
export function errorResponseHeaders(error: GatewayError): Readonly<Record<string, string>> {
  const retry =
    error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfter) } : {};
  return { 'Cache-Control': 'no-store', ...retry };
}

/** Logs errors that the client did not cause (500 and 502 or above), with the request id. */
export function logServerError(error: GatewayError, log: Log, requestId: string | undefined): void {
  if (error.status === 500) log.error({ err: error.cause ?? error, requestId }, 'request failed');
  else if (error.status >= 502) log.warn({ err: error, requestId }, 'upstream failed');
}

const bodyOf = ({ message }: GatewayError) => Buffer.from(JSON.stringify({ error: message }));
