import { createCrowd } from '../../core/collections/crowd.ts';
import { openConnection, readBuffer } from './connection.ts';
import type { AnswerHandler, Exchange, Request } from './exchange.ts';
import type { Connection, ConnectionLimits, ConnectionOwner, Job, Lost } from './job.ts';
import { createKnownHeads } from './known-heads.ts';
import { createLine } from './line.ts';
import { parseOrigin } from './origin.ts';
import { createHeadWriter } from './request-head.ts';
import { createOriginTrust, type OriginTrust } from './reuse/origin-trust.ts';

/** Connections to one server, and the requests on them. */
export type Http1Pool = {
  /** The handler is never called before this returns. */
  readonly send: (request: Request, handler: AnswerHandler) => Exchange;
  /** Closes all connections; who still waits is told of a failure. */
  readonly close: () => void;
};

export type Http1PoolOptions = ConnectionLimits & {
  /** Scheme and authority, with user and password for servers that want them. */
  readonly origin: string;
  /** So many at once; more requests wait for their turn. Without a limit none does. */
  readonly connections?: number;
  /** Of the origin, where other pools connect to it as well. */
  readonly trust?: OriginTrust;
};

/** How often idle connections are looked at, milliseconds. */
const sweepEvery = 1000;

/**
 * HTTP/1.1 to one server: one request a connection at a time, the connection used last first, so
 * that the others grow old and are closed. A connection is used again when its socket was read once
 * more behind the last response; where bytes came that nobody had asked for, none is for a while
 * (`reuse/origin-trust.ts`). A read whose connection had grown stale is sent once more
 * on a new one (RFC 9112 9.3.1); nothing else is ever sent twice.
 */
export function createHttp1Pool(options: Http1PoolOptions): Http1Pool {
  const { connections = Infinity, trust = createOriginTrust() } = options;
  const origin = parseOrigin(options.origin);
  const knownHeads = createKnownHeads(readBuffer);
  const writeHead = createHeadWriter(origin.authority, origin.authorization);
  /** The one used last is the last. */
  const idle: Connection[] = [];
  const open = createCrowd<Connection>();
  const waiting = createLine<Job>();
  let sweeper: NodeJS.Timeout | undefined;
  let isClosed = false;

  const owner: ConnectionOwner = {
    onFree: (connection) => {
      const next = waiting.shift();
      if (next) {
        connection.start(next);
      } else {
        idle.push(connection);
        sweeper ??= setInterval(sweep, sweepEvery).unref();
      }
    },
    onGone: (connection, lost) => {
      remove(connection);
      if (lost && mayRetry(lost)) {
        lost.job.hasRetried = true;
        connect(lost.job);
        return;
      }
      const next = open.size() < connections ? waiting.shift() : undefined;
      if (next) connect(next);
      if (lost) tellFailure(lost.job, lost.error);
    },
  };

  const mayRetry = ({ job, isUntouched }: Lost): boolean =>
    isUntouched && job.method !== 'POST' && !job.hasRetried && !isClosed;

  function remove(connection: Connection): void {
    open.leave(connection);
    const place = idle.lastIndexOf(connection);
    if (place >= 0) idle.splice(place, 1);
  }

  function tellFailure(job: Job, error: Error): void {
    if (job.isOver) return;
    job.isOver = true;
    job.handler.onError(error);
  }

  function connect(job: Job): void {
    const connection = openConnection({ origin, limits: options, owner, knownHeads, trust });
    open.join(connection);
    connection.start(job);
  }

  trust.onDistrust(() => {
    for (const connection of open.all()) connection.doubt();
  });

  /** Closes what has been idle for too long; the oldest stand first. */
  function sweep(): void {
    const now = performance.now();
    for (const connection of idle.filter((one) => one.expiresAt() <= now)) connection.drop();
    if (idle.length > 0) return;
    clearInterval(sweeper);
    sweeper = undefined;
  }

  function assign(job: Job): void {
    const now = idle.length > 0 ? performance.now() : 0;
    for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
      if (one.expiresAt() > now) {
        one.start(job);
        return;
      }
      one.drop();
    }
    if (open.size() < connections) connect(job);
    else waiting.push(job);
  }

  function abort(job: Job): void {
    if (job.isOver) return;
    job.isOver = true;
    if (job.connection) job.connection.drop();
    else waiting.leave(job);
  }

  return {
    send: (request, handler) => {
      const { method, body } = request;
      const job: Job = {
        before: undefined,
        behind: undefined,
        method,
        head: '',
        body,
        handler,
        connection: undefined,
        isOver: false,
        hasRetried: false,
      };
      try {
        job.head = writeHead(request);
        if (isClosed) throw new Error('the connections are closed');
        assign(job);
      } catch (error) {
        process.nextTick(() => tellFailure(job, error as Error));
      }
      return {
        abort: () => abort(job),
        pause: () => {
          if (!job.isOver) job.connection?.pause();
        },
        resume: () => {
          if (!job.isOver) job.connection?.resume();
        },
      };
    },
    close: () => {
      isClosed = true;
      clearInterval(sweeper);
      const failure = new Error('the connections are closed');
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        tellFailure(job, failure);
      }
      for (const connection of open.all()) connection.close(failure);
    },
  };
}
