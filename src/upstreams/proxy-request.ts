import type { Millis } from '../lib/units.ts';
import type { Http1Pool, RequestHandle, ResponseHandler } from './http1/index.ts';
import type { ResiliencePolicy } from './resilience.ts';

/** A request that is passed on; header lines as name, value, name, value. */
export type ProxyRequest = {
  readonly method: 'GET' | 'HEAD';
  readonly path: string;
  readonly headers: readonly string[];
};

/** Why an exchange is left; one for all, since the trace of an error costs as much as the rest. */
const nobodyWaits = new Error('nobody waits any more');

/**
 * Passes a request on under the guard, which sees it until the head of its answer: the breaker may
 * refuse it, the wait for the head is bounded, and both count for the upstream's health. The handler
 * is told of every failure, once; by giving the exchange up its holder says that nobody waits.
 */
export function sendProxyRequest(options: {
  readonly pool: Http1Pool;
  readonly resilience: ResiliencePolicy;
  readonly request: ProxyRequest;
  readonly handler: ResponseHandler;
  /** For the head of the answer. */
  readonly timeout: Millis;
}): RequestHandle {
  const { pool, resilience, request, handler, timeout } = options;
  const left = new AbortController();
  let exchange: RequestHandle | undefined;
  let hasHead = false;

  const run = resilience.run<void>(
    { signal: left.signal, timeout, retry: false },
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
      left.abort(nobodyWaits);
      exchange?.abort();
    },
    pause: () => exchange?.pause(),
    resume: () => exchange?.resume(),
  };
}
