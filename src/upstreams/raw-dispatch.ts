import type { Dispatcher } from 'undici';
import type { Millis } from '../core/units.ts';
import type { Guard } from './guard.ts';

/** A request that is passed on; header lines as name, value, name, value. */
export type RawRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: string[];
};

/** Who hears of an answer as it comes, byte for byte. */
export type RawHandler = Dispatcher.DispatchHandler;

/**
 * Passes a request on under the guard, which sees it until the head of its answer: the breaker may
 * refuse it, the wait for the head is bounded, and both count for the upstream's health. The handler
 * is told of every failure, once; by leaving through its controller it says that nobody waits.
 */
export function dispatchGuarded(options: {
  readonly pool: Dispatcher;
  readonly guard: Guard;
  readonly request: RawRequest;
  readonly handler: RawHandler;
  /** For the head of the answer. */
  readonly timeout: Millis;
}): void {
  const { pool, guard, request, handler, timeout } = options;
  const left = new AbortController();
  let controller: Dispatcher.DispatchController | undefined;
  let hasHead = false;
  let isOver = false;

  const fail = (error: Error): void => {
    if (isOver) return;
    isOver = true;
    // Without a connection there is no controller; undici itself gives none then.
    handler.onResponseError?.(controller as Dispatcher.DispatchController, error);
  };
  const run = guard.run<void>({ signal: left.signal, timeout, retry: false }, (done, failed) => {
    let givenUp: Error | undefined;
    pool.dispatch(
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (started, context) => {
          controller = started;
          if (givenUp) started.abort(givenUp);
          else handler.onRequestStart?.(leavable(started, left), context);
        },
        onResponseStart: (started, status, headers, reason) => {
          if (status < 100) throw new RangeError('status below 100');
          if (status < 200) return;
          hasHead = true;
          done();
          handler.onResponseStart?.(started, status, headers, reason);
        },
        onResponseData: (started, chunk) => handler.onResponseData?.(started, chunk),
        onResponseEnd: (started, trailers) => {
          isOver = true;
          handler.onResponseEnd?.(started, trailers);
        },
        onResponseError: (_started, error) => {
          if (hasHead) fail(error);
          else failed(error);
        },
      },
    );
    return (reason) => {
      givenUp = reason;
      controller?.abort(reason);
    };
  });
  run.catch(fail);
}

/** The controller of a request whose guard is told, too, when nobody waits any more. */
function leavable(
  started: Dispatcher.DispatchController,
  left: AbortController,
): Dispatcher.DispatchController {
  return {
    get aborted() {
      return started.aborted;
    },
    get paused() {
      return started.paused;
    },
    get reason() {
      return started.reason;
    },
    rawHeaders: null,
    rawTrailers: null,
    abort: (reason) => {
      left.abort(reason);
      started.abort(reason);
    },
    pause: () => started.pause(),
    resume: () => started.resume(),
  };
}
