// Generated from `docs/errors.md` by `npm run generate`.
import { DtfGraphError } from '../dtf-graph-error.ts';

/** `INVALID_INPUT`: A parameter is missing, malformed, repeated or out of range; the message names it and states what would be right. */
export class InvalidInputError extends DtfGraphError {
  override readonly name = 'InvalidInputError';
}

/** `FORBIDDEN`: The thing exists but must not be shown yet: a sealed tick; the message states the deadline. */
export class ForbiddenError extends DtfGraphError {
  override readonly name = 'ForbiddenError';
}

/** `NOT_FOUND`: The named thing does not exist. A GraphQL lookup of one thing is null instead. */
export class NotFoundError extends DtfGraphError {
  override readonly name = 'NotFoundError';
}

/** `TOO_LARGE`: The request body is larger than the route accepts. */
export class TooLargeError extends DtfGraphError {
  override readonly name = 'TooLargeError';
}

/** `UNSUPPORTED_MEDIA_TYPE`: A POST that is not `application/json`. */
export class UnsupportedMediaTypeError extends DtfGraphError {
  override readonly name = 'UnsupportedMediaTypeError';
}

/** `RATE_LIMITED`: The faucet's limits; a client that does not read large responses and requests more; an upstream's 429 that states when to retry. */
export class RateLimitedError extends DtfGraphError {
  override readonly name = 'RateLimitedError';
}

/** `BUSY`: The service as a whole has no room for more of this now: event streams, requests in the proxy, memory held by responses that are not read. */
export class OverloadedError extends DtfGraphError {
  override readonly name = 'OverloadedError';
}

/** `INTERNAL`: Where the specification states a 500, and everything unforeseen. */
export class InternalError extends DtfGraphError {
  override readonly name = 'InternalError';
}

/** `UPSTREAM_UNAVAILABLE`: An upstream cannot be reached, fails, or sends an invalid response. */
export class UpstreamUnavailableError extends DtfGraphError {
  override readonly name = 'UpstreamUnavailableError';
}

/** `UPSTREAM_TIMEOUT`: An upstream did not respond within the deadline. */
export class UpstreamTimeoutError extends DtfGraphError {
  override readonly name = 'UpstreamTimeoutError';
}

/** `CHAIN_BEHIND`: The logs of a chain have not been read up to its head; a later request reads on. */
export class ChainBehindError extends DtfGraphError {
  override readonly name = 'ChainBehindError';
}

/** `NOT_CONFIGURED`: The operator has not configured what this needs: token, key, contract. */
export class NotConfiguredError extends DtfGraphError {
  override readonly name = 'NotConfiguredError';
}

/** `REFUSED`: An upstream refused with another 4xx than 400, 401, 403 or 404 and said why in `{error}`. */
export class UpstreamRejectedError extends DtfGraphError {
  override readonly name = 'UpstreamRejectedError';
}

/** `GRAPHQL_PARSE_FAILED`: The document is not GraphQL. */
export class GraphqlParseFailedError extends DtfGraphError {
  override readonly name = 'GraphqlParseFailedError';
}

/** `GRAPHQL_VALIDATION_FAILED`: The document does not fit the schema: unknown fields, missing arguments, literals of the wrong form. */
export class GraphqlValidationFailedError extends DtfGraphError {
  override readonly name = 'GraphqlValidationFailedError';
}

/** `OPERATION_RESOLUTION_FAILURE`: `operationName` names no operation, or is missing where there are several. */
export class OperationResolutionFailureError extends DtfGraphError {
  override readonly name = 'OperationResolutionFailureError';
}

/** `BAD_REQUEST`: Variables that are missing or malformed. */
export class BadRequestError extends DtfGraphError {
  override readonly name = 'BadRequestError';
}

/** `NOT_ACCEPTABLE`: A subscription by GET or QUERY whose client accepts JSON but no events. */
export class NotAcceptableError extends DtfGraphError {
  override readonly name = 'NotAcceptableError';
}

/** `PERSISTED_QUERY_NOT_FOUND`: A hash (`extensions.persistedQuery`) of an unknown document; clients then send the document itself. */
export class PersistedQueryNotFoundError extends DtfGraphError {
  override readonly name = 'PersistedQueryNotFoundError';
}

/** `PERSISTED_QUERY_NOT_SUPPORTED`: Another version than 1 of `extensions.persistedQuery`. */
export class PersistedQueryNotSupportedError extends DtfGraphError {
  override readonly name = 'PersistedQueryNotSupportedError';
}

/** `PERSISTED_DOCUMENT_NOT_FOUND`: `documentId` names no trusted document. */
export class PersistedDocumentNotFoundError extends DtfGraphError {
  override readonly name = 'PersistedDocumentNotFoundError';
}

/** `PERSISTED_DOCUMENT_REQUIRED`: With `PERSISTED_ONLY=true`: the document is not a trusted one. */
export class PersistedDocumentRequiredError extends DtfGraphError {
  override readonly name = 'PersistedDocumentRequiredError';
}

/** `LIMIT_EXCEEDED`: The document is beyond a limit, or costs more bytes or objects than a response may hold; the message states the cost, the limit, and the field and argument to change. */
export class LimitExceededError extends DtfGraphError {
  override readonly name = 'LimitExceededError';
}

/** `RESPONSE_TOO_LARGE`: Upstreams sent so much that the response would be larger than `RESPONSE_MAX_MB`; it was not encoded. */
export class ResponseTooLargeError extends DtfGraphError {
  override readonly name = 'ResponseTooLargeError';
}

/** `MORE_ERRORS`: The last of more than 1,000 errors: how many others are not listed. */
export class MoreErrorsError extends DtfGraphError {
  override readonly name = 'MoreErrorsError';
}

/** Error classes by code. */
export const errorClasses: Readonly<Record<string, typeof DtfGraphError>> = {
  INVALID_INPUT: InvalidInputError,
  FORBIDDEN: ForbiddenError,
  NOT_FOUND: NotFoundError,
  TOO_LARGE: TooLargeError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  RATE_LIMITED: RateLimitedError,
  BUSY: OverloadedError,
  INTERNAL: InternalError,
  UPSTREAM_UNAVAILABLE: UpstreamUnavailableError,
  UPSTREAM_TIMEOUT: UpstreamTimeoutError,
  CHAIN_BEHIND: ChainBehindError,
  NOT_CONFIGURED: NotConfiguredError,
  REFUSED: UpstreamRejectedError,
  GRAPHQL_PARSE_FAILED: GraphqlParseFailedError,
  GRAPHQL_VALIDATION_FAILED: GraphqlValidationFailedError,
  OPERATION_RESOLUTION_FAILURE: OperationResolutionFailureError,
  BAD_REQUEST: BadRequestError,
  NOT_ACCEPTABLE: NotAcceptableError,
  PERSISTED_QUERY_NOT_FOUND: PersistedQueryNotFoundError,
  PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupportedError,
  PERSISTED_DOCUMENT_NOT_FOUND: PersistedDocumentNotFoundError,
  PERSISTED_DOCUMENT_REQUIRED: PersistedDocumentRequiredError,
  LIMIT_EXCEEDED: LimitExceededError,
  RESPONSE_TOO_LARGE: ResponseTooLargeError,
  MORE_ERRORS: MoreErrorsError,
};
