/**
 * An error whose message clients may see: in REST `{ "error": message }`, in GraphQL with
 * `extensions.code`. Any other thrown value is logged and sent as a 500 without details.
 */
export abstract class GatewayError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
}

/** The request is invalid; the message says what would be valid. */
export class InvalidInputError extends GatewayError {
  override readonly name = 'InvalidInputError';
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
}

/** The resource exists but must not be disclosed (yet). */
export class ForbiddenError extends GatewayError {
  override readonly name = 'ForbiddenError';
  readonly status = 403;
  readonly code = 'FORBIDDEN';
}

/** The resource does not exist. */
export class NotFoundError extends GatewayError {
  override readonly name = 'NotFoundError';
  readonly status = 404;
  readonly code = 'NOT_FOUND';
}

/** The request body exceeds the route's limit. */
export class TooLargeError extends GatewayError {
  override readonly name = 'TooLargeError';
  readonly status = 413;
  readonly code = 'TOO_LARGE';
}

/** The request body is not `application/json`. */
export class UnsupportedMediaTypeError extends GatewayError {
  override readonly name = 'UnsupportedMediaTypeError';
  readonly status = 415;
  readonly code = 'UNSUPPORTED_MEDIA_TYPE';
}

/** Too many requests; `retryAfter` is in whole seconds. */
export class RateLimitedError extends GatewayError {
  override readonly name: string = 'RateLimitedError';
  readonly status: number = 429;
  readonly code: string = 'RATE_LIMITED';
  readonly retryAfter: number;
  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** A rate limit as the header `RateLimit-Policy` states it. */
export type RateLimitPolicy = {
  readonly name: string;
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
};

/** A client has used up its rate limit of the current minute; `retryAfter` is in whole seconds. */
export class ClientRateLimitError extends RateLimitedError {
  override readonly name = 'ClientRateLimitError';
  readonly policy: RateLimitPolicy;
  constructor(message: string, options: RateLimitPolicy & { readonly retryAfter: number }) {
    super(message, options.retryAfter);
    this.policy = options;
  }
}

/** The service has reached a limit for all clients; `retryAfter` is in whole seconds. */
export class OverloadedError extends RateLimitedError {
  override readonly name = 'OverloadedError';
  override readonly status = 503;
  override readonly code = 'BUSY';
}

/** An internal failure. Its message is sent to the client; its cause is only logged. */
export class InternalError extends GatewayError {
  override readonly name = 'InternalError';
  readonly status = 500;
  readonly code = 'INTERNAL';
}

/** An upstream cannot be reached, rejects the gateway, or sends an unusable response. */
export class UpstreamUnavailableError extends GatewayError {
  override readonly name: string = 'UpstreamUnavailableError';
  readonly status = 502;
  readonly code: string = 'UPSTREAM_UNAVAILABLE';
}

/** Creates the error of an unreachable or unusable upstream; `upstream` is its public name. */
export const createUpstreamUnavailableError = (
  upstream: string,
  options?: ErrorOptions,
): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} is unavailable; try again later`, options);

/** An upstream did not respond within the deadline. */
export class UpstreamTimeoutError extends UpstreamUnavailableError {
  override readonly name = 'UpstreamTimeoutError';
  override readonly code = 'UPSTREAM_TIMEOUT';
}

/** The logs of a chain have not been read up to its head; a later request reads on. */
export class ChainBehindError extends UpstreamUnavailableError {
  override readonly name = 'ChainBehindError';
  override readonly code = 'CHAIN_BEHIND';
}

/** An upstream responded with a 5xx status. */
export class UpstreamServerError extends UpstreamUnavailableError {
  override readonly name = 'UpstreamServerError';
  readonly upstreamStatus: number;
  constructor(message: string, upstreamStatus: number) {
    super(message);
    this.upstreamStatus = upstreamStatus;
  }
}

/** An upstream sent the response to another request; its data must not be used. */
export class MisroutedResponseError extends UpstreamUnavailableError {
  override readonly name = 'MisroutedResponseError';
}

/** An upstream sent a 4xx other than 400, 401, 403 or 404; the client gets the same status. */
export class UpstreamRejectedError extends GatewayError {
  override readonly name = 'UpstreamRejectedError';
  readonly status: number;
  readonly code = 'REFUSED';
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The request needs something that the operator has not configured. */
export class NotConfiguredError extends GatewayError {
  override readonly name = 'NotConfiguredError';
  readonly status = 503;
  readonly code = 'NOT_CONFIGURED';
}

/**
 * Returns a `GatewayError` as it is; wraps any other value in an `InternalError` without details.
 */
export function toGatewayError(thrown: unknown): GatewayError {
  return thrown instanceof GatewayError
    ? thrown
    : new InternalError('Internal server error', { cause: thrown });
}
