import type { IndexedMember } from '../../lib/collections/indexed-set.ts';
import type { Millis } from '../../lib/units.ts';
import type { Http1Request, ResponseHandler } from './types.ts';

/** A request on its way through the pool. */
export type PendingRequest = {
  /** Its neighbours while it waits. */
  previous: PendingRequest | undefined;
  next: PendingRequest | undefined;
  readonly method: Http1Request['method'];
  /** What is sent, each character one byte … */
  head: string;
  /** … and behind it, as UTF-8. */
  readonly body: string | undefined;
  readonly handler: ResponseHandler;
  /** Where it is; none while it waits for a connection. */
  connection: Http1Connection | undefined;
  /** Given up, answered or failed: the handler is not to be called again. */
  isSettled: boolean;
  hasRetried: boolean;
};

/** Times in milliseconds. */
export type ConnectionLimits = {
  /** Until bytes of HTTP may be sent: with the handshake of TLS. */
  readonly connectTimeout: Millis;
  /** An idle connection is closed after this long, or a second before the server would. */
  readonly keepAliveTimeout: Millis;
  readonly maxHeadBytes: number;
};

/** One connection, which carries one job at a time. */
export type Http1Connection = IndexedMember & {
  /** `performance.now()` after which it is not used again. */
  readonly expiresAt: () => number;
  readonly start: (pending: PendingRequest) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Closes it; its job, if any, is not told … */
  readonly discard: () => void;
  /** … or is. */
  readonly close: (error: Error) => void;
  /**
   * The origin is distrusted: closes the connection unless it carries a request that is its first,
   * was answered in part already, or must not be sent twice.
   */
  readonly doubt: () => void;
};

/** A job that cannot be finished on its connection. */
export type FailedRequest = {
  readonly request: PendingRequest;
  readonly error: Error;
  /** No byte of an answer came, on a connection that had carried others: it had grown stale. */
  readonly isRetryable: boolean;
};

/** Who hears what becomes of a connection. */
export type ConnectionListener = {
  /** Its answer is complete and it can carry another job. */
  readonly onIdle: (connection: Http1Connection) => void;
  /** It is closed; called once, before the handler of its job hears of its end. */
  readonly onClose: (connection: Http1Connection, failedRequest: FailedRequest | undefined) => void;
};
