import type { ServerResponse } from 'node:http';
import { type GatewayError, RateLimitedError, toGatewayError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/**
 * Answers any thrown value as `{ "error": message }` and nothing else (spec: Errors), never
 * cacheable. What was not foreseen is logged in full. Does nothing to an answer already under way.
 */
export function writeError(response: ServerResponse, thrown: unknown, log: Log): GatewayError {
  const error = toGatewayError(thrown);
  if (error.status === 500) log.error({ err: error.cause ?? error }, 'request failed');
  else if (error.status >= 502) log.warn({ err: error }, 'upstream failed');
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return error;
  }
  for (const name of ['ETag', 'Age', 'X-Cache', 'Content-Encoding']) response.removeHeader(name);
  if (error instanceof RateLimitedError) response.setHeader('Retry-After', error.retryAfter);
  const body = Buffer.from(JSON.stringify({ error: error.message }));
  response.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(response.req?.method === 'HEAD' ? undefined : body);
  return error;
}
