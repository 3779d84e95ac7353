import { type ServerResponse, STATUS_CODES } from 'node:http';
import { type GatewayError, RateLimitedError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Prepared } from './answers/prepared-head.ts';
import { knownRequestId } from './client.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * Answers any thrown value as `{ "error": message }` and nothing else (spec: Errors), never
 * cacheable. What was not foreseen is logged in full. Does nothing to an answer already under way.
 */
export function writeError(response: ServerResponse, thrown: unknown, log: Log): GatewayError {
  const error = readError(thrown, log, knownRequestId(response.req));
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return error;
  }
  for (const name of ['ETag', 'Age', 'X-Cache', 'Content-Encoding']) response.removeHeader(name);
  if (error instanceof RateLimitedError) response.setHeader('Retry-After', error.retryAfter);
  const body = bodyOf(error);
  response.writeHead(error.status, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(response.req?.method === 'HEAD' ? undefined : body);
  return error;
}

/**
 * The same answer as bytes, for a connection that goes on.
 *
 * @param lines - Header lines that come first, each with its end.
 */
export function prepareError(
  thrown: unknown,
  log: Log,
  { lines, requestId }: { readonly lines: string; readonly requestId: string },
): Prepared & { readonly status: number } {
  const error = readError(thrown, log, requestId);
  const { status } = error;
  const body = bodyOf(error);
  const later = error instanceof RateLimitedError ? `Retry-After: ${error.retryAfter}\r\n` : '';
  const own = `Content-Type: ${contentType}\r\nContent-Length: ${body.length}\r\nCache-Control: no-store\r\n`;
  const id = `X-Request-Id: ${requestId}\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${id}${later}${own}`;
  return { status, head, body: body.toString('latin1') };
}

function readError(thrown: unknown, log: Log, requestId: string | undefined): GatewayError {
  const error = toGatewayError(thrown);
  if (error.status === 500) log.error({ err: error.cause ?? error, requestId }, 'request failed');
  else if (error.status >= 502) log.warn({ err: error, requestId }, 'upstream failed');
  return error;
}

const bodyOf = ({ message }: GatewayError) => Buffer.from(JSON.stringify({ error: message }));
