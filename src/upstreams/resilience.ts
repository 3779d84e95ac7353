import { onAbort } from '../lib/abort.ts';
import { createDeadlineSet, type DeadlineSetMember } from '../lib/collections/deadline-set.ts';
import {
  createUpstreamUnavailableError,
  MisroutedResponseError,
  UpstreamServerError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type BreakerPermit, type BreakerState, createCircuitBreaker } from './circuit-breaker.ts';
import { isRejection, type RejectionMonitor } from './rejection-monitor.ts';

/** Health of an upstream by the results of calls to it; `unknown` before the first one. */
export type UpstreamHealthState = 'unknown' | 'up' | 'down';

/**
 * Runs calls to one upstream with a deadline, one retry, a circuit breaker and metrics, and
 * translates failures to `UpstreamUnavailableError`. All calls share one timer.
 */
export type ResilientCallRunner = {
  readonly run: <T>(options: ResilientCallOptions, begin: StartUpstreamAttempt<T>) => Promise<T>;
  readonly breakerState: () => BreakerState;
  readonly health: () => UpstreamHealthState;
  /** Whether a call that ended within this time has shown the upstream to be up. */
  readonly wasUpWithin: (within: Millis) => boolean;
};

export type ResilientCallOptions = {
  readonly signal: AbortSignal;
  readonly timeout: Millis;
  readonly retry: boolean;
  /** Statuses that are an answer to this call, though they refuse the caller elsewhere. */
  readonly expectedStatuses?: readonly number[] | undefined;
  /** Called before each attempt; a call has one, or two if it is retried. */
  readonly onAttempt?: () => void;
};

/**
 * Starts one attempt, which calls `done` or `failed` once; returns a function that cancels it.
 * `status` is that of a response to a request of the gateway itself.
 */
export type StartUpstreamAttempt<T> = (
  done: (value: T, status?: number) => void,
  failed: (cause: unknown) => void,
) => CancelUpstreamAttempt;

export type CancelUpstreamAttempt = (reason: Error) => void;

type PendingCaller = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Attempt = {
  readonly startedAt: number;
  readonly permit: BreakerPermit;
  cancel: CancelUpstreamAttempt | undefined;
};

type Call = DeadlineSetMember &
  PendingCaller & {
    readonly begin: StartUpstreamAttempt<unknown>;
    readonly onAttempt: (() => void) | undefined;
    readonly expectedStatuses: readonly number[] | undefined;
    mayRetry: boolean;
    /** Set by a timeout or an abort, which also ends the current attempt. */
    ended: { readonly error: Error } | undefined;
    /** The current attempt. Results of earlier attempts are ignored. */
    attempt: Attempt | undefined;
    unwatchSignal: (() => void) | undefined;
  };

/** Consecutive failures that open the breaker. */
const failuresToOpen = 10;
/** Time until the open breaker lets one call through. */
const openFor: Millis = 1000;
/** Pause before the retry; short enough for any deadline. */
const retryPause: Millis = 50;

/** Statuses that a proxy sends when it cannot reach the upstream. */
const lostStatuses = new Set([502, 503, 504]);

/** Whether an upstream is unreachable; its error responses do not open the breaker. */
function isLost(error: unknown): boolean {
  if (error instanceof MisroutedResponseError) return false;
  if (error instanceof UpstreamServerError) return lostStatuses.has(error.upstreamStatus);
  return error instanceof UpstreamUnavailableError;
}

/**
 * Creates the runner of the calls to one upstream. Ten failures in a row open its breaker for 1 s; a
 * retry follows 50 ms after a failure. `name` is used in messages, `label` in metrics.
 */
export function createResilientCallRunner(options: {
  readonly name: string;
  readonly label: string;
  readonly telemetry: Telemetry;
  readonly rejections: RejectionMonitor;
}): ResilientCallRunner {
  const { name, label, telemetry, rejections } = options;
  const breaker = createCircuitBreaker({
    failuresToOpen,
    openFor,
    now: () => performance.now(),
  });
  const seconds = {
    ok: telemetry.upstreamCalls.labels(label, 'ok'),
    rejected: telemetry.upstreamCalls.labels(label, 'rejected'),
    failed: telemetry.upstreamCalls.labels(label, 'failed'),
    timeout: telemetry.upstreamCalls.labels(label, 'timeout'),
    aborted: telemetry.upstreamCalls.labels(label, 'aborted'),
  };
  /** Calls that wait for the result of the trial call while the breaker is half-open. */
  let waiting: Call[] = [];
  let health: UpstreamHealthState = 'unknown';
  let heardAt = Number.NEGATIVE_INFINITY;
  const knownHealth = () => (breaker.state() === 'open' ? 'down' : health);

  /** Ends the current attempt and records its duration. Returns the end time. */
  function close(call: Call, { startedAt }: Attempt, outcome: keyof typeof seconds): number {
    const now = performance.now();
    call.attempt = undefined;
    seconds[outcome].observe((now - startedAt) / 1000);
    return now;
  }

  /** Reports the result of an attempt to the breaker, and starts the calls that wait for it. */
  function report(permit: BreakerPermit, result: 'succeed' | 'fail' | 'cancel'): void {
    breaker[result](permit);
    if (permit !== 'trial') return;
    const calls = waiting;
    waiting = [];
    for (const call of calls) start(call);
  }

  function release(call: Call): void {
    deadlines.delete(call);
    call.unwatchSignal?.();
  }

  function fail(call: Call, error: unknown): void {
    const again =
      call.mayRetry &&
      !call.ended &&
      error instanceof UpstreamUnavailableError &&
      !(error instanceof UpstreamTimeoutError);
    if (again) {
      call.mayRetry = false;
      setTimeout(start, retryPause, call);
      return;
    }
    release(call);
    call.reject(error);
  }

  function endEarly(call: Call, outcome: 'timeout' | 'aborted', error: Error): void {
    call.ended = { error };
    const underWay = call.attempt;
    if (!underWay?.cancel) {
      fail(call, error);
      return;
    }
    close(call, underWay, outcome);
    if (outcome === 'timeout') {
      health = 'down';
      report(underWay.permit, 'fail');
    } else {
      report(underWay.permit, 'cancel');
    }
    underWay.cancel(error);
    fail(call, error);
  }

  function start(call: Call, now = performance.now()): void {
    if (call.ended) return;
    const permit = breaker.acquire();
    if (permit === undefined) {
      if (breaker.state() === 'half-open') {
        waiting.push(call);
        return;
      }
      call.mayRetry = false;
      fail(call, createUpstreamUnavailableError(name));
      return;
    }
    call.onAttempt?.();
    const own: Attempt = { startedAt: now, permit, cancel: undefined };
    call.attempt = own;
    const cancel = call.begin(
      (value, status = 0) => {
        if (call.attempt !== own) return;
        const isRefused = isRejection(status) && !call.expectedStatuses?.includes(status);
        if (status > 0) rejections.record(status, isRefused);
        heardAt = close(call, own, isRefused ? 'rejected' : 'ok');
        health = 'up';
        report(permit, 'succeed');
        release(call);
        call.resolve(value);
      },
      (cause) => {
        if (call.attempt !== own) return;
        const error =
          cause instanceof UpstreamUnavailableError
            ? cause
            : createUpstreamUnavailableError(name, { cause });
        heardAt = close(call, own, 'failed');
        if (isLost(error)) {
          health = 'down';
          report(permit, 'fail');
        } else {
          health = 'up';
          report(permit, 'succeed');
        }
        fail(call, error);
      },
    );
    if (call.attempt === own) own.cancel = cancel;
  }

  const deadlines = createDeadlineSet<Call>((call) =>
    endEarly(
      call,
      'timeout',
      new UpstreamTimeoutError(`the ${name} did not respond in time; try again later`),
    ),
  );

  return {
    breakerState: breaker.state,
    health: knownHealth,
    wasUpWithin: (within) => knownHealth() === 'up' && performance.now() - heardAt < within,
    run: <T>(
      { signal, timeout, retry, onAttempt, expectedStatuses }: ResilientCallOptions,
      begin: StartUpstreamAttempt<T>,
    ) =>
      new Promise<T>((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const now = performance.now();
        const call: Call = {
          index: -1,
          expiresAt: now + timeout,
          begin: begin as StartUpstreamAttempt<unknown>,
          resolve: resolve as PendingCaller['resolve'],
          reject,
          onAttempt,
          expectedStatuses,
          mayRetry: retry,
          ended: undefined,
          attempt: undefined,
          unwatchSignal: undefined,
        };
        deadlines.add(call, now);
        call.unwatchSignal = onAbort(signal, () => endEarly(call, 'aborted', signal.reason));
        start(call, now);
      }),
  };
}
