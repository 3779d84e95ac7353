import type { Socket } from 'node:net';
import { batchImmediate } from '../../streaming/batch-immediate.ts';
import type { HeadCache } from './head-cache.ts';
import type { Origin } from './origin.ts';
import type {
  ConnectionLimits,
  ConnectionListener,
  FailedRequest,
  Http1Connection,
  PendingRequest,
} from './pending-request.ts';
import { createResponseParser, type ParsedResponse } from './response-parser.ts';
import { afterNextPoll } from './reuse/after-poll.ts';
import type { OriginTrust } from './reuse/origin-trust.ts';

/** A request must not be on its way when the server closes, milliseconds. */
const safety = 1000;

/**
 * What all sockets read into: bytes are looked at before the next read, and copied by who keeps them.
 * With a buffer of its own for each read, an exchange of 300 bytes takes 14.3 µs of CPU instead of
 * 11.3 (41 at once, bare sockets, least of five windows). 64 kB, which is what sockets read to by
 * default, make two reads and two writes of 100 kB: 116 µs through the byte proxy, 94 like this.
 */
export const sharedReadBuffer = Buffer.allocUnsafeSlow(128 * 1024);

/** Connects; the first job may be started at once and is sent when the connection stands. */
export function openConnection(options: {
  readonly origin: Origin;
  readonly limits: ConnectionLimits;
  readonly owner: ConnectionListener;
  readonly knownHeads: HeadCache;
  readonly trust: OriginTrust;
}): Http1Connection {
  const { origin, limits, owner, knownHeads, trust } = options;
  const parser = createResponseParser(limits.maxHeadBytes, knownHeads);
  let pending: PendingRequest | undefined;
  let isReady = false;
  let isGone = false;
  let isPaused = false;
  let hasAnswered = false;
  /** Whether the present job is on its way. */
  let isSent = false;
  /** Whether a byte of the answer to the present job has come. */
  let isTouched = false;
  /** Whether the socket was read once more behind the last response. */
  let isDrained = true;
  /** Whether the present job waits for that. */
  let isHeld = false;
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
    if (isGone) return;
    isGone = true;
    clearTimeout(timer);
    parser.stop();
    // Without reuse each request has a connection of its own: closed by a reset, none of them holds
    // a local port for a minute.
    if (origin.isTls || trust.mayReuse()) socket.destroy();
    else socket.resetAndDestroy();
    owner.onClose(connection, failedRequest);
  }

  function fail(error: Error): void {
    const failed = pending;
    pending = undefined;
    close(failed && { request: failed, error, isRetryable: hasAnswered && !isTouched });
  }

  function read(length: number): void {
    if (isGone) return;
    if (pending === undefined) {
      // Bytes that answer nothing: what comes next could not be told from them.
      close();
      trust.distrust();
      return;
    }
    if (!isSent) {
      fail(new Error('the server has answered before it was asked'));
      trust.distrust();
      return;
    }
    isTouched = true;
    let ended: ParsedResponse | undefined;
    try {
      ended = parser.push(sharedReadBuffer, length);
    } catch (error) {
      fail(error instanceof Error ? error : new Error('a handler has failed'));
      return;
    }
    if (ended) finish(pending, ended);
  }

  /** The connection is free, or gone, before anybody hears of the end. */
  function finish(finished: PendingRequest, { head, hasMore }: ParsedResponse): void {
    pending = undefined;
    finished.isSettled = true;
    const kept = Math.min(limits.keepAliveTimeout, (head.keptFor ?? Infinity) * 1000 - safety);
    const isClean = head.persists && !hasMore && kept > 0 && socket.writableLength === 0;
    if (isClean && trust.mayReuse()) {
      hasAnswered = true;
      expiresAt = performance.now() + kept;
      isDrained = false;
      afterNextPoll(becomeDrained);
      resume();
      owner.onIdle(connection);
    } else {
      close();
      if (hasMore) trust.distrust();
    }
    finished.handler.onEnd();
  }

  /** What came behind the last response was seen: the connection may carry the next request. */
  function becomeDrained(): void {
    isDrained = true;
    if (!isHeld) return;
    isHeld = false;
    if (pending && !isGone) send(pending);
  }

  /** The server has closed its side: the end of an answer without a measure, else a failure. */
  function end(): void {
    const finished = pending;
    if (finished === undefined || isGone || !parser.mayClose()) {
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

  const connection: Http1Connection = {
    index: -1,
    expiresAt: () => expiresAt,
    start: (next) => {
      pending = next;
      next.connection = connection;
      isTouched = false;
      isSent = false;
      parser.expect(next.method, next.handler);
      if (!isReady) return;
      isHeld = !isDrained;
      if (isHeld) return;
      // It may be given up until then.
      batchImmediate(() => {
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
    doubt: () => {
      if (pending === undefined) close();
      else if (hasAnswered && !isTouched && pending.method !== 'POST' && !pending.hasRetried) {
        fail(new Error('the server has sent what was not asked for'));
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
    if (pending && !isGone) send(pending);
  });
  const timer = setTimeout(
    () => fail(new Error('the connection did not stand in time')),
    limits.connectTimeout,
  );
  socket.on('error', fail);
  socket.on('end', end);
  socket.on('close', () => fail(new Error('the connection is closed')));
  return connection;
}
