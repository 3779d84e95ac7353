import type { Http1Request, ResponseHandler } from './types.ts';

/** A request that was passed to the pool, and its state there. */
export type PendingRequest = {
  readonly method: Http1Request['method'];
  /** The request head; each character stands for one byte. */
  head: string;
  /** The request body, sent as UTF-8. */
  readonly body: string | undefined;
  readonly handler: ResponseHandler;
  /** The connection in use; undefined while the request waits for one. */
  connection: Http1ClientConnection | undefined;
  /** Aborted, completed or failed: the handler must not be called again. */
  isSettled: boolean;
  hasRetried: boolean;
};

/** Limits of a connection; times in milliseconds. */
export type Http1ConnectionOptions = {
  /** Maximum time until HTTP can be sent, including the TLS handshake. */
  readonly connectTimeout: number;
  /** Maximum idle time of a connection; `Keep-Alive: timeout` of the server may lower it. */
  readonly keepAliveTimeout: number;
  readonly maxHeadBytes: number;
  /** Runs a function that writes a request to an idle connection; `setImmediate` by default. */
  readonly schedule?: (call: () => void) => void;
};

/** A connection to the server, which carries one request at a time. */
export type Http1ClientConnection = {
  /** `performance.now()` after which the connection is not reused. */
  readonly expiresAt: () => number;
  readonly start: (pending: PendingRequest) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly discard: () => void;
  readonly close: (error: Error) => void;
  /**
   * Called when the origin becomes distrusted. Closes the connection, unless the request on it is
   * its first one, has a partial response, or must not be sent twice.
   */
  readonly onDistrust: () => void;
};

/** A request that failed on its connection. */
export type FailedRequest = {
  readonly request: PendingRequest;
  readonly error: Error;
  /** A reused connection failed before a response began: the server had probably closed it. */
  readonly isRetryable: boolean;
};

/** Receives the state changes of connections. The pool that opens them implements it. */
export type PooledConnectionListener = {
  /** The response is complete and the connection can carry another request. */
  readonly onIdle: (connection: Http1ClientConnection) => void;
  readonly onClose: (
    connection: Http1ClientConnection,
    failedRequest: FailedRequest | undefined,
  ) => void;
};
