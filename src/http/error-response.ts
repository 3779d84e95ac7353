import { type ServerResponse, STATUS_CODES } from 'node:http';
import { type GatewayError, RateLimitedError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { abortResponse } from './connections/abort-response.ts';
import { getRequestId } from './request-identity.ts';
import type { RawResponse } from './response/raw-response.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * Answers any thrown value as `{ "error": message }` and nothing else (spec: Errors), never
 * cacheable. What was not foreseen is logged in full. Does nothing to an answer already under way.
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
 * The same answer as bytes, for a connection that goes on.
 *
 * @param lines - Header lines that come first, each with its end.
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

/** What any answer says that is an error. */
export function errorResponseHeaders(error: GatewayError): Readonly<Record<string, string>> {
  const retry =
    error instanceof RateLimitedError ? { 'Retry-After': String(error.retryAfter) } : {};
  return { 'Cache-Control': 'no-store', ...retry };
}

/** Logs what was not the client's mistake, by the id of its request. */
export function logServerError(error: GatewayError, log: Log, requestId: string | undefined): void {
  if (error.status === 500) log.error({ err: error.cause ?? error, requestId }, 'request failed');
  else if (error.status >= 502) log.warn({ err: error, requestId }, 'upstream failed');
}

const bodyOf = ({ message }: GatewayError) => Buffer.from(JSON.stringify({ error: message }));
