import { createRequire } from 'node:module';
import {
  createConnectionReusePolicy,
  type Http1Pool,
  type Http1PoolOptions,
  parseUpstreamOrigin,
  type RequestHandle,
  trimEndSpacesAndTabs,
} from '@dtf-graph/http1-client';
import type { Dispatcher } from 'undici';

/** Undici's error for bytes that arrive while no request is in progress. */
const unrequested = 'bad response';
const aborted = new Error('the request was aborted');

/**
 * Creates a pool with the interface of `createHttp1Pool` that sends through undici. While the
 * origin is distrusted, each request gets a connection of its own.
 */
export function createUndiciPool(options: Http1PoolOptions): Http1Pool {
  // Loaded here, so that a gateway without this setting does not load undici.
  const { Pool } = createRequire(import.meta.url)('undici') as typeof import('undici');
  const {
    connections,
    connectTimeout,
    keepAliveTimeout,
    trust = createConnectionReusePolicy(),
  } = options;
  const { authorization } = parseUpstreamOrigin(options.origin);
  const { origin } = new URL(options.origin);
  const own = authorization === undefined ? [] : ['authorization', authorization];
  const create = () => {
    const created = new Pool(origin, {
      connections: connections ?? null,
      connect: { timeout: connectTimeout },
      keepAliveTimeout,
      keepAliveMaxTimeout: keepAliveTimeout,
      maxHeaderSize: options.maxHeadBytes,
      // The callers have deadlines of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
    created.on('disconnect', (_origin, _targets, error) => {
      if (error.message === unrequested) trust.distrust();
    });
    return created;
  };
  let pool = create();
  let isClosed = false;
  trust.onDistrust(() => {
    if (isClosed) return;
    // Idle connections are closed; requests in progress end on theirs.
    void pool.close();
    pool = create();
  });

  return {
    send: ({ method, path, headers, body }, handler): RequestHandle => {
      let controller: Dispatcher.DispatchController | undefined;
      let isSettled = false;
      let isSending = true;
      const fail = (error: Error): void => {
        if (isSettled) return;
        isSettled = true;
        if (isSending) process.nextTick(handler.onError, error);
        else handler.onError(error);
      };
      pool.dispatch(
        {
          method,
          path,
          headers: [...own, ...headers],
          body: body ?? null,
          reset: !trust.mayReuse(),
        },
        {
          onRequestStart: (started) => {
            controller = started;
            if (isSettled) started.abort(aborted);
          },
          onResponseStart: ({ rawHeaders }, status, _headers, reason = '') => {
            // An informational response precedes the final one.
            if (isSettled || status < 200) return;
            const lines = Array.isArray(rawHeaders) ? rawHeaders : [];
            handler.onHead({ status, reason, headers: lines.map(toText) });
          },
          onResponseData: (_controller, chunk) => {
            if (!isSettled) handler.onData(chunk, false);
          },
          onResponseEnd: () => {
            if (isSettled) return;
            isSettled = true;
            handler.onEnd();
          },
          onResponseError: (_controller, error) => fail(error),
        },
      );
      isSending = false;
      return {
        abort: () => {
          if (isSettled) return;
          isSettled = true;
          controller?.abort(aborted);
        },
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
      };
    },
    close: () => {
      isClosed = true;
      void pool.destroy(new Error('the connections are closed'));
    },
  };
}

/** Each character stands for one byte. */
function toText(line: Buffer | string): string {
  const text = line.toString('latin1');
  return trimEndSpacesAndTabs(text, 0, text.length);
}
