/**
 * The errors a caller may be told about. REST spells them `{ "error": message }` with `status`,
 * GraphQL as `extensions.code`. Every other thrown value is logged in full and shown as a bare 500.
 */
export abstract class GatewayError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
}

/** The request is wrong; the message says what would be right. */
export class InvalidInputError extends GatewayError {
  override readonly name = 'InvalidInputError';
  readonly status = 400;
  readonly code = 'INVALID_INPUT';
}

/** The thing exists but must not be shown (yet), e.g. a sealed tick. */
export class ForbiddenError extends GatewayError {
  override readonly name = 'ForbiddenError';
  readonly status = 403;
  readonly code = 'FORBIDDEN';
}

/** The named thing does not exist. */
export class NotFoundError extends GatewayError {
  override readonly name = 'NotFoundError';
  readonly status = 404;
  readonly code = 'NOT_FOUND';
}

/** The request body is larger than the route takes. */
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

/** The service as a whole has no room for more of this now; `retryAfter` is in whole seconds. */
export class OverloadedError extends RateLimitedError {
  override readonly name = 'OverloadedError';
  override readonly status = 503;
  override readonly code = 'BUSY';
}

/** A foreseen failure inside the service whose cause stays in the log. */
export class InternalError extends GatewayError {
  override readonly name = 'InternalError';
  readonly status = 500;
  readonly code = 'INTERNAL';
}

/** An upstream cannot be reached, refuses, or answers with something that is not an answer. */
export class UpstreamUnavailableError extends GatewayError {
  override readonly name: string = 'UpstreamUnavailableError';
  readonly status = 502;
  readonly code: string = 'UPSTREAM_UNAVAILABLE';
}

/** The error of an upstream that cannot be reached, or whose response cannot be used. */
export const unavailableUpstream = (
  upstream: string,
  options?: ErrorOptions,
): UpstreamUnavailableError =>
  new UpstreamUnavailableError(`the ${upstream} is unavailable; try again later`, options);

/** An upstream did not answer within the deadline. */
export class UpstreamTimeoutError extends UpstreamUnavailableError {
  override readonly name = 'UpstreamTimeoutError';
  override readonly code = 'UPSTREAM_TIMEOUT';
}

/** An upstream answered with a 5xx of its own. */
export class UpstreamServerError extends UpstreamUnavailableError {
  override readonly name = 'UpstreamServerError';
  readonly upstreamStatus: number;
  constructor(message: string, upstreamStatus: number) {
    super(message);
    this.upstreamStatus = upstreamStatus;
  }
}

/** What an upstream sent responds to another request: it sends responses without requests. */
export class UpstreamMismatchError extends UpstreamUnavailableError {
  override readonly name = 'UpstreamMismatchError';
}

/** An upstream refused with another 4xx than 400, 401, 403 or 404 and said why in `{error}`. */
export class UpstreamRejectedError extends GatewayError {
  override readonly name = 'UpstreamRejectedError';
  readonly status: number;
  readonly code = 'REFUSED';
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The operator has not configured what this needs. */
export class NotConfiguredError extends GatewayError {
  override readonly name = 'NotConfiguredError';
  readonly status = 503;
  readonly code = 'NOT_CONFIGURED';
}

/** What may be shown of any thrown value: foreseen errors as they are, the rest as a bare 500. */
export function toGatewayError(thrown: unknown): GatewayError {
  return thrown instanceof GatewayError
    ? thrown
    : new InternalError('Internal server error', { cause: thrown });
}
