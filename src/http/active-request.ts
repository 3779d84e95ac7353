import type { CallbackAbortController } from '../lib/abort.ts';
import type { Log } from '../lib/log.ts';
import type { RouteLatency } from '../telemetry.ts';
import { writeAccessLog } from './access-log.ts';
import { getRequestId, type IdentifiableRequest } from './request-identity.ts';
import type { RequestInfo } from './request-info.ts';

/** A request that leaves nothing to interpretation, and who asks. */
export type FastPathRequest = RequestInfo &
  IdentifiableRequest & {
    readonly url: string;
    /** When it had come, on the scale of `performance.now()`. */
    readonly startedAt: number;
  };

/** A request that is answered with neither node's request nor its response. */
export type ActiveRequest = {
  readonly request: FastPathRequest;
  readonly latency: RouteLatency;
  /** Fires when the client leaves before its answer. */
  readonly abortController: CallbackAbortController;
  isDisconnected: boolean;
};

/** The status in the log for what the client left before. */
const leftStatus = 499;
/** What node's response has for a status until one is said; such requests are counted under it. */
export const implicitStatus = 200;

/** Counts a request with the time that it took. */
export function recordRequestLatency({ latency, request }: ActiveRequest, status: number): void {
  latency(status).observe((performance.now() - request.startedAt) / 1000);
}

/** Writes the line of a request in the log. */
export function logActiveRequest({ request }: ActiveRequest, status: number, log: Log): void {
  if (!log.isLevelEnabled('info')) return;
  const { method, url, startedAt } = request;
  writeAccessLog(log, { method, url, status, startedAt, requestId: getRequestId(request) });
}

/** The client has left: there is a line for that, and what is made for it is given up. */
export function handleDisconnect(underway: ActiveRequest, log: Log): void {
  underway.isDisconnected = true;
  logActiveRequest(underway, leftStatus, log);
  underway.abortController.abort(new DOMException('the client has left', 'AbortError'));
}
