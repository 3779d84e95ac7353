import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../lib/log.ts';
import { type ClientName, type ClientNameHeaders, readClientName } from './client-name.ts';
import { ensureRequestId, getRequestId } from './request-id-and-address.ts';
import { ensureRequestTrace, type RequestLogIds } from './request-trace.ts';

const longestPath = 200;

/** Status in the log of a request whose client disconnected before it had the whole response. */
export const disconnectedStatus = 499;

/** Logs one line for a response: method, path without query, status, duration in ms, ids. */
export function writeAccessLog(
  log: Log,
  response: RequestLogIds & {
    readonly method: string | undefined;
    readonly url: string | undefined;
    readonly status: number;
    readonly startedAt: number;
    readonly client: ClientName;
  },
): void {
  const { method, url = '/', status, startedAt, requestId, traceId, client } = response;
  const path = (url.split('?', 1)[0] ?? '').slice(0, longestPath);
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const named = client.name === undefined ? {} : { client };
  log.info({ method, path, status, ms, requestId, traceId, ...named }, 'answered');
}

/** Logs a request when its response closes, with status 499 if the client disconnected before. */
export function logAccessOnFinish(
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
): void {
  const startedAt = performance.now();
  const { method, url } = request;
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : disconnectedStatus;
    const sentId = response.getHeader('X-Request-Id') as string | undefined;
    const requestId = getRequestId(request) ?? sentId ?? ensureRequestId(request);
    const { traceId } = ensureRequestTrace(request);
    const client = readClientName(request.headers as ClientNameHeaders);
    writeAccessLog(log, { method, url, status, startedAt, requestId, traceId, client });
  });
}
