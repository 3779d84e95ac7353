/** What else is known about an error. */
export type ErrorDetails = ErrorOptions & {
  readonly status?: number | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly data?: unknown;
};

/**
 * An error of a request. Each code has a class of its own; a code that this version does not know
 * has this one.
 */
export class DtfGraphError extends Error {
  override readonly name: string = 'DtfGraphError';
  /** The code, as `docs/errors.md` of the service lists it. */
  readonly code: string;
  /** Status of the HTTP response, if there was one. */
  readonly status: number | undefined;
  /** Path of the field that failed. */
  readonly path: readonly (string | number)[] | undefined;
  /** Seconds after which the request can be repeated, if the service stated it. */
  readonly retryAfter: number | undefined;
  /** The parts of the result that did not fail, if there are any. */
  readonly data: unknown;

  constructor(message: string, code: string, details: ErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.path = details.path;
    this.retryAfter = details.retryAfter;
    this.data = details.data;
  }
}

/** `NETWORK`: the service cannot be reached, or the connection was lost. */
export class NetworkError extends DtfGraphError {
  override readonly name = 'NetworkError';
  constructor(message: string, options?: ErrorDetails) {
    super(message, 'NETWORK', options);
  }
}

/** `TIMEOUT`: a call was not finished within its deadline. */
export class TimeoutError extends DtfGraphError {
  override readonly name = 'TimeoutError';
  constructor(message: string, options?: ErrorOptions) {
    super(message, 'TIMEOUT', options);
  }
}

/** `TRANSACTION_FAILED`: the wallet or the contract refused a transaction. */
export class TransactionError extends DtfGraphError {
  override readonly name = 'TransactionError';
  /** Name of the contract's error, such as `TickLocked`; undefined if it was another failure. */
  readonly reason: string | undefined;
  constructor(message: string, options: ErrorOptions & { readonly reason?: string | undefined }) {
    super(message, 'TRANSACTION_FAILED', options);
    this.reason = options.reason;
  }
}

/** The oracles did not accept a bitmap. Its code is that of the user error, as `HASH_MISMATCH`. */
export class SubmissionError extends DtfGraphError {
  override readonly name = 'SubmissionError';
}
