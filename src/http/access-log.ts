import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../core/log.ts';
import { knownRequestId, nameRequest } from './client.ts';

/** Longer paths are cut in the log. */
const longestPath = 200;

/** An answer as the log shows it. */
export type LoggedAnswer = {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly status: number;
  /** `performance.now()` when the request had come. */
  readonly startedAt: number;
  readonly requestId: string | undefined;
};

/** Logs a line for an answer: method, path without its query, status, milliseconds, request id. */
export function logAnswer(log: Log, answer: LoggedAnswer): void {
  const { method, url = '/', status, startedAt, requestId } = answer;
  const path = (url.split('?', 1)[0] ?? '').slice(0, longestPath);
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ method, path, status, ms, requestId }, 'answered');
}

/** Logs the answer to a request when it is out. What the client left before is logged with status 499. */
export function logAccess(request: IncomingMessage, response: ServerResponse, log: Log): void {
  const startedAt = performance.now();
  const { method, url } = request;
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499;
    const told = response.getHeader('X-Request-Id') as string | undefined;
    const requestId = knownRequestId(request) ?? told ?? nameRequest(request);
    logAnswer(log, { method, url, status, startedAt, requestId });
  });
}
