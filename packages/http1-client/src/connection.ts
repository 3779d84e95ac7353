import type { Socket } from 'node:net';
import type { ConnectionReusePolicy } from './connection-reuse.ts';
import type { ConnectableOrigin } from './origin.ts';
import type {
  FailedRequest,
  Http1ClientConnection,
  Http1ConnectionOptions,
  PendingRequest,
  PooledConnectionListener,
} from './pending-request.ts';
import type { parseResponseHead } from './response-head.ts';
import { type CompletedResponse, createResponseParser } from './response-parser.ts';

/** Margin in ms before the server's keep-alive timeout: no request goes to a closing connection. */
const keepAliveMargin = 1000;

/**
 * The buffer that all sockets read into. Data is processed before the next read; code that needs it
 * longer copies it. Large bodies need fewer reads with twice the default size of 64 KiB.
 */
const sharedReadBuffer = Buffer.allocUnsafeSlow(128 * 1024);

let waitingForPoll: (() => void)[] = [];

/** Calls back after the next poll phase of the event loop, which reads all sockets once more. */
function afterNextPoll(call: () => void): void {
  if (waitingForPoll.length === 0) setImmediate(awaitPoll);
  waitingForPoll.push(call);
}

/** An immediate scheduled from an immediate runs in the next turn, after its poll phase. */
function awaitPoll(): void {
  const calls = waitingForPoll;
  waitingForPoll = [];
  setImmediate(() => {
    for (const call of calls) call();
  });
}

/** Opens a connection. The first request may be started at once; it is sent once connected. */
export function openHttp1Connection(options: {
  readonly origin: ConnectableOrigin;
  readonly limits: Http1ConnectionOptions;
  readonly owner: PooledConnectionListener;
  readonly parseHead: typeof parseResponseHead;
  readonly trust: ConnectionReusePolicy;
}): Http1ClientConnection {
  const { origin, limits, owner, parseHead, trust } = options;
  const { schedule = setImmediate } = limits;
  const parser = createResponseParser(limits.maxHeadBytes, parseHead);
  let pending: PendingRequest | undefined;
  let isReady = false;
  let isClosed = false;
  let isPaused = false;
  let hasCompletedResponse = false;
  let isSent = false;
  /** Whether any byte of the current response has arrived. */
  let hasResponseBytes = false;
  /** Whether the socket has been read once more after the last response. */
  let isDrained = true;
  /** Whether the current request waits until the socket is drained. */
  let waitsForDrain = false;
  let expiresAt = 0;

  function send({ head, body }: PendingRequest): void {
    isSent = true;
    if (body !== undefined) socket.cork();
    socket.write(head, 'latin1');
    if (body === undefined) return;
    socket.write(body, 'utf8');
    socket.uncork();
  }

  function close(failedRequest?: FailedRequest): void {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(timer);
    parser.stop();
    // Without reuse every request opens a connection; a reset avoids a minute of TIME_WAIT for
    // each.
    if (origin.isTls || trust.mayReuse()) socket.destroy();
    else socket.resetAndDestroy();
    owner.onClose(connection, failedRequest);
  }

  function fail(error: Error): void {
    const failed = pending;
    pending = undefined;
    close(
      failed && { request: failed, error, isRetryable: hasCompletedResponse && !hasResponseBytes },
    );
  }

  function read(length: number): void {
    if (isClosed) return;
    if (pending === undefined) {
      // The bytes are unrequested: the next response could not be distinguished from them.
      close();
      trust.distrust();
      return;
    }
    if (!isSent) {
      fail(new Error('the server responded before the request'));
      trust.distrust();
      return;
    }
    hasResponseBytes = true;
    let ended: CompletedResponse | undefined;
    try {
      ended = parser.push(sharedReadBuffer, length);
    } catch (error) {
      fail(error instanceof Error ? error : new Error('a response handler has failed'));
      return;
    }
    if (ended) finish(pending, ended);
  }

  /** Completes a request. The connection is released or closed before the handler is notified. */
  function finish(finished: PendingRequest, { head, hasMore }: CompletedResponse): void {
    pending = undefined;
    finished.isSettled = true;
    const idleLimit = Math.min(
      limits.keepAliveTimeout,
      (head.keepAliveSeconds ?? Infinity) * 1000 - keepAliveMargin,
    );
    const isClean = head.persists && !hasMore && idleLimit > 0 && socket.writableLength === 0;
    if (isClean && trust.mayReuse()) {
      hasCompletedResponse = true;
      expiresAt = performance.now() + idleLimit;
      isDrained = false;
      afterNextPoll(onDrained);
      resume();
      owner.onIdle(connection);
    } else {
      close();
      if (hasMore) trust.distrust();
    }
    finished.handler.onEnd();
  }

  /** Called when the socket has been read once more after a response. Sends the waiting request. */
  function onDrained(): void {
    isDrained = true;
    if (!waitsForDrain) return;
    waitsForDrain = false;
    if (pending && !isClosed) send(pending);
  }

  function end(): void {
    const finished = pending;
    if (finished === undefined || isClosed || !parser.isCompleteOnClose()) {
      fail(new Error('the server has closed the connection'));
      return;
    }
    pending = undefined;
    finished.isSettled = true;
    close();
    finished.handler.onEnd();
  }

  function resume(): void {
    if (!isPaused) return;
    isPaused = false;
    socket.resume();
  }

  const connection: Http1ClientConnection = {
    expiresAt: () => expiresAt,
    start: (next) => {
      pending = next;
      next.connection = connection;
      hasResponseBytes = false;
      isSent = false;
      parser.expect(next.method, next.handler);
      if (!isReady) return;
      waitsForDrain = !isDrained;
      if (waitsForDrain) return;
      // When this runs, the request may have been aborted.
      schedule(() => {
        if (pending === next) send(next);
      });
    },
    pause: () => {
      if (isPaused) return;
      isPaused = true;
      socket.pause();
    },
    resume,
    discard: () => {
      pending = undefined;
      close();
    },
    close: fail,
    onDistrust: () => {
      if (pending === undefined) close();
      else if (
        hasCompletedResponse &&
        !hasResponseBytes &&
        pending.method !== 'POST' &&
        !pending.hasRetried
      ) {
        fail(new Error('the server has sent unrequested data'));
      }
    },
  };

  const onread = {
    buffer: sharedReadBuffer,
    callback: (length: number) => {
      read(length);
      return true;
    },
  };
  const socket: Socket = origin.connect(onread, () => {
    isReady = true;
    clearTimeout(timer);
    if (pending && !isClosed) send(pending);
  });
  const timer = setTimeout(
    () => fail(new Error('the connection was not established in time')),
    limits.connectTimeout,
  );
  socket.on('error', fail);
  socket.on('end', end);
  socket.on('close', () => fail(new Error('the connection is closed')));
  return connection;
}
