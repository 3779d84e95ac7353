import type { Log } from '../lib/log.ts';
import type { Millis } from '../lib/units.ts';

/** Statuses with which an upstream refuses a caller, whatever is asked for. */
const rejections: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 451]);

/** Consecutive refused calls after which an upstream is reported. */
const rejectionsToReport = 3;
/** Shortest interval between two log lines about the same upstream. */
const logEvery: Millis = 60_000;

/** Whether a response with this status refuses the caller. */
export const isRejection = (status: number): boolean => rejections.has(status);

/** Notices an upstream that refuses every call, e.g. because a key is missing or has expired. */
export type RejectionMonitor = {
  /** Records the status of a response, and whether it refused the caller. */
  readonly record: (status: number, isRefused: boolean) => void;
  /** Says that the upstream refuses every call; undefined if it does not. */
  readonly describe: () => string | undefined;
};

/** Creates the monitor of one upstream, which it calls `label` in the log. */
export function createRejectionMonitor(label: string, log: Log | undefined): RejectionMonitor {
  let inARow = 0;
  let lastStatus = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    record: (status, isRefused) => {
      if (!isRefused) {
        inARow = 0;
        return;
      }
      inARow += 1;
      lastStatus = status;
      const now = performance.now();
      if (inARow < rejectionsToReport || now - loggedAt < logEvery) return;
      loggedAt = now;
      log?.warn({ upstream: label, status }, 'an upstream refuses every call');
    },
    describe: () =>
      inARow < rejectionsToReport ? undefined : `refuses every call: status ${lastStatus}`,
  };
}
