import type { CallbackAbortController } from '../lib/abort.ts';
import type { Log } from '../lib/log.ts';
import type { RouteLatency } from '../telemetry.ts';
import { writeAccessLog } from './access-log.ts';
import { getRequestId, type IdentifiableRequest } from './request-identity.ts';
import type { RequestInfo } from './request-info.ts';

/** A valid request that the fast path handles, with the fields that identify its client. */
export type FastPathRequest = RequestInfo &
  IdentifiableRequest & {
    readonly url: string;
    /** `performance.now()` when the request arrived. */
    readonly startedAt: number;
  };

/** A request in progress on the fast path, without node's request and response objects. */
export type ActiveRequest = {
  readonly request: FastPathRequest;
  readonly latency: RouteLatency;
  /** Aborts when the client disconnects before its response is sent. */
  readonly abortController: CallbackAbortController;
  isDisconnected: boolean;
};

/** Access-log status of requests whose client disconnected. */
const leftStatus = 499;
/** The default `statusCode` of node's response; requests without a response count under it. */
export const implicitStatus = 200;

/** Records the latency of a request under its status. */
export function recordRequestLatency({ latency, request }: ActiveRequest, status: number): void {
  latency(status).observe((performance.now() - request.startedAt) / 1000);
}

/** Writes the access-log line of a request, if the log level includes it. */
export function logActiveRequest({ request }: ActiveRequest, status: number, log: Log): void {
  if (!log.isLevelEnabled('info')) return;
  const { method, url, startedAt } = request;
  writeAccessLog(log, { method, url, status, startedAt, requestId: getRequestId(request) });
}

/** Handles a client's disconnect: logs status 499 and aborts the work for the request. */
export function handleDisconnect(underway: ActiveRequest, log: Log): void {
  underway.isDisconnected = true;
  logActiveRequest(underway, leftStatus, log);
  underway.abortController.abort(new DOMException('the client has left', 'AbortError'));
}
