import { openHttp1Connection } from './connection.ts';
import { type ConnectionReusePolicy, createConnectionReusePolicy } from './connection-reuse.ts';
import { parseUpstreamOrigin } from './origin.ts';
import type {
  FailedRequest,
  Http1ClientConnection,
  Http1ConnectionOptions,
  PendingRequest,
  PooledConnectionListener,
} from './pending-request.ts';
import { createRequestHeadFormatter } from './request-head.ts';
import { createCachedHeadParser } from './response-head.ts';
import type { Http1Request, RequestHandle, ResponseHandler } from './types.ts';

/** Connections to one server, over which requests are sent. */
export type Http1Pool = {
  /** Sends a request or queues it; the handler is never called before this returns. */
  readonly send: (request: Http1Request, handler: ResponseHandler) => RequestHandle;
  /** Closes all connections. Requests that wait or are in progress fail. */
  readonly close: () => void;
};

export type Http1PoolOptions = Http1ConnectionOptions & {
  /** Scheme and authority, with optional credentials. */
  readonly origin: string;
  readonly connections?: number;
  /** Whether connections to the origin may be reused, shared with other pools of the origin. */
  readonly trust?: ConnectionReusePolicy;
};

/** Interval of the check for expired idle connections, milliseconds. */
const sweepEvery = 1000;

/**
 * Creates a pool of HTTP/1.1 connections to one server, one request at a time on each. The idle
 * connection used last is taken first, so that the others expire. It is reused only after its
 * socket has been read once more after the last response. A GET or HEAD that fails on a reused
 * connection before the first byte of its response is retried once on a new one (RFC 9112 §9.3.1).
 */
export function createHttp1Pool(options: Http1PoolOptions): Http1Pool {
  const { connections = Infinity, trust = createConnectionReusePolicy() } = options;
  const origin = parseUpstreamOrigin(options.origin);
  const parseHead = createCachedHeadParser();
  const writeHead = createRequestHeadFormatter(origin.authority, origin.authorization);
  /** Idle connections, most recently used last. */
  const idle: Http1ClientConnection[] = [];
  const open = new Set<Http1ClientConnection>();
  /** Requests that wait for a connection, in order of arrival. */
  const waiting = new Set<PendingRequest>();
  let order = waiting.values();
  let sweeper: NodeJS.Timeout | undefined;
  let isClosed = false;

  const owner: PooledConnectionListener = {
    onIdle: (connection) => {
      const next = takeWaiting();
      if (next) {
        connection.start(next);
      } else {
        idle.push(connection);
        sweeper ??= setInterval(sweep, sweepEvery).unref();
      }
    },
    onClose: (connection, failedRequest) => {
      remove(connection);
      if (failedRequest && mayRetry(failedRequest)) {
        failedRequest.request.hasRetried = true;
        connect(failedRequest.request);
        return;
      }
      const next = open.size < connections ? takeWaiting() : undefined;
      if (next) connect(next);
      if (failedRequest) tellFailure(failedRequest.request, failedRequest.error);
    },
  };

  const mayRetry = ({ request: pending, isRetryable }: FailedRequest): boolean =>
    isRetryable && pending.method !== 'POST' && !pending.hasRetried && !isClosed;

  function remove(connection: Http1ClientConnection): void {
    open.delete(connection);
    const place = idle.lastIndexOf(connection);
    if (place >= 0) idle.splice(place, 1);
  }

  function tellFailure(pending: PendingRequest, error: Error): void {
    if (pending.isSettled) return;
    pending.isSettled = true;
    pending.handler.onError(error);
  }

  /**
   * Removes and returns the request that has waited longest. The iterator is reused, because a new
   * one would scan all entries that were deleted before.
   */
  function takeWaiting(): PendingRequest | undefined {
    let { value } = order.next();
    if (value === undefined) {
      order = waiting.values();
      ({ value } = order.next());
    }
    if (value !== undefined) waiting.delete(value);
    return value;
  }

  function connect(pending: PendingRequest): void {
    const connection = openHttp1Connection({ origin, limits: options, owner, parseHead, trust });
    open.add(connection);
    connection.start(pending);
  }

  trust.onDistrust(() => {
    for (const connection of [...open]) connection.onDistrust();
  });

  function sweep(): void {
    const now = performance.now();
    for (const connection of idle.filter((one) => one.expiresAt() <= now)) connection.discard();
    if (idle.length > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  }

  function assign(pending: PendingRequest): void {
    const now = idle.length > 0 ? performance.now() : 0;
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      if (one.expiresAt() > now) {
        one.start(pending);
        return;
      }
      one.discard();
    }
    if (open.size < connections) connect(pending);
    else waiting.add(pending);
  }

  function abort(pending: PendingRequest): void {
    if (pending.isSettled) return;
    pending.isSettled = true;
    if (pending.connection) pending.connection.discard();
    else waiting.delete(pending);
  }

  return {
    send: (request, handler) => {
      const { method, body } = request;
      const pending: PendingRequest = {
        method,
        head: '',
        body,
        handler,
        connection: undefined,
        isSettled: false,
        hasRetried: false,
      };
      try {
        pending.head = writeHead(request);
        if (isClosed) throw new Error('the connections are closed');
        assign(pending);
      } catch (error) {
        process.nextTick(() => tellFailure(pending, error as Error));
      }
      return {
        abort: () => abort(pending),
        pause: () => {
          if (!pending.isSettled) pending.connection?.pause();
        },
        resume: () => {
          if (!pending.isSettled) pending.connection?.resume();
        },
      };
    },
    close: () => {
      isClosed = true;
      clearInterval(sweeper);
      const failure = new Error('the connections are closed');
      for (const pending of waiting) tellFailure(pending, failure);
      waiting.clear();
      for (const connection of [...open]) connection.close(failure);
    },
  };
}
