import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../core/log.ts';

/** Longer paths are cut in the log. */
const longestPath = 200;

/**
 * Logs a line for every answer: method, path without its query, status, milliseconds, request id.
 * What the client left before is logged with status 499.
 */
export function logAccess(request: IncomingMessage, response: ServerResponse, log: Log): void {
  const started = performance.now();
  const { method, url = '/' } = request;
  response.once('close', () => {
    const path = (url.split('?', 1)[0] ?? '').slice(0, longestPath);
    const status = response.writableFinished ? response.statusCode : 499;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const requestId = response.getHeader('X-Request-Id');
    log.info({ method, path, status, ms, requestId }, 'answered');
  });
}
