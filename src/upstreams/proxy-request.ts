import type { Http1Pool, RequestHandle, ResponseHandler } from '@dtf-graph/http1-client';
import { createCallbackAbortController } from '../lib/abort.ts';
import type { TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import type { ResilientCallRunner } from './resilience.ts';

/** A request of a client that is forwarded to an upstream. Headers alternate name and value. */
export type ProxyRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: readonly string[];
  /** The trace that the call continues while tracing is on; default: that of the headers. */
  readonly trace?: TraceContext | undefined;
};

/** The abort reason. It is shared because creating an error with its stack trace is expensive. */
export const noWaitersAbortReason = new DOMException(
  'no request waits for the response',
  'AbortError',
);

/**
 * Forwards a request and passes the response to `handler` as it arrives. `resilience` covers
 * it until the response head. A failure is passed to the handler once; after `abort` it is
 * not called again.
 */
export function sendProxyRequest(options: {
  readonly pool: Http1Pool;
  readonly resilience: ResilientCallRunner;
  readonly request: Omit<ProxyRequest, 'trace'>;
  readonly handler: ResponseHandler;
  readonly timeout: Millis;
  /** Called before the request is sent; not if the circuit breaker rejects it. */
  readonly onAttempt?: () => void;
}): RequestHandle {
  const { pool, resilience, request, handler, timeout, onAttempt } = options;
  const left = createCallbackAbortController();
  let exchange: RequestHandle | undefined;
  let hasHead = false;

  const run = resilience.run<void>(
    { signal: left.signal, timeout, retry: false, ...(onAttempt ? { onAttempt } : {}) },
    (done, failed) => {
      exchange = pool.send(request, {
        onHead: (head) => {
          hasHead = true;
          done();
          handler.onHead(head);
        },
        onData: handler.onData,
        onEnd: handler.onEnd,
        onError: (error) => {
          if (hasHead) handler.onError(error);
          else failed(error);
        },
      });
      return exchange.abort;
    },
  );
  run.catch((error) => {
    if (!left.signal.aborted) handler.onError(error);
  });

  return {
    abort: () => {
      left.abort(noWaitersAbortReason);
      exchange?.abort();
    },
    pause: () => exchange?.pause(),
    resume: () => exchange?.resume(),
  };
}
