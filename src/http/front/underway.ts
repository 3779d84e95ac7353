import type { Aborter } from '../../core/abort.ts';
import type { Log } from '../../core/log.ts';
import type { RouteTimes } from '../../core/telemetry.ts';
import { logAnswer } from '../access-log.ts';
import type { Asked } from '../asked.ts';
import { type FromClient, knownRequestId } from '../client.ts';

/** A request that leaves nothing to interpretation, and who asks. */
export type PlainAsked = Asked &
  FromClient & {
    readonly url: string;
    /** When it had come, on the scale of `performance.now()`. */
    readonly startedAt: number;
  };

/** A request that is answered with neither node's request nor its response. */
export type Underway = {
  readonly request: PlainAsked;
  readonly times: RouteTimes;
  /** Fires when the client leaves before its answer. */
  readonly aborter: Aborter;
  hasLeft: boolean;
};

/** The status in the log for what the client left before. */
const leftStatus = 499;
/** What node's response has for a status until one is said; such requests are counted under it. */
export const unsaidStatus = 200;

/** Counts a request with the time that it took. */
export function count({ times, request }: Underway, status: number): void {
  times(status).observe((performance.now() - request.startedAt) / 1000);
}

/** Writes the line of a request in the log. */
export function note({ request }: Underway, status: number, log: Log): void {
  if (!log.isLevelEnabled('info')) return;
  const { method, url, startedAt } = request;
  logAnswer(log, { method, url, status, startedAt, requestId: knownRequestId(request) });
}

/** The client has left: there is a line for that, and what is made for it is given up. */
export function leave(underway: Underway, log: Log): void {
  underway.hasLeft = true;
  note(underway, leftStatus, log);
  underway.aborter.abort(new DOMException('the client has left', 'AbortError'));
}
