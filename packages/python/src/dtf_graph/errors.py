"""Error classes by code. Generated from `docs/errors.md` by `npm run generate`."""

from typing import Dict, Type

from .base_error import DtfGraphError


class InvalidInputError(DtfGraphError):
    "`INVALID_INPUT`: A parameter is missing, malformed, repeated or out of range; the message names it and states what would be right."


class ForbiddenError(DtfGraphError):
    "`FORBIDDEN`: The thing exists but must not be shown yet: a sealed tick; the message states the deadline."


class NotFoundError(DtfGraphError):
    "`NOT_FOUND`: The named thing does not exist. A GraphQL lookup of one thing is null instead."


class TooLargeError(DtfGraphError):
    "`TOO_LARGE`: The request body is larger than the route accepts."


class UnsupportedMediaTypeError(DtfGraphError):
    "`UNSUPPORTED_MEDIA_TYPE`: A POST that is not `application/json`."


class RateLimitedError(DtfGraphError):
    "`RATE_LIMITED`: The faucet's limits; a client that does not read large responses and requests more; an upstream's 429 that states when to retry."


class OverloadedError(DtfGraphError):
    "`BUSY`: The service as a whole has no room for more of this now: event streams, requests in the proxy, memory held by responses that are not read."


class InternalError(DtfGraphError):
    "`INTERNAL`: Where the specification states a 500, and everything unforeseen."


class UpstreamUnavailableError(DtfGraphError):
    "`UPSTREAM_UNAVAILABLE`: An upstream cannot be reached, fails, or sends an invalid response."


class UpstreamTimeoutError(DtfGraphError):
    "`UPSTREAM_TIMEOUT`: An upstream did not respond within the deadline."


class ChainBehindError(DtfGraphError):
    "`CHAIN_BEHIND`: The logs of a chain have not been read up to its head; a later request reads on."


class NotConfiguredError(DtfGraphError):
    "`NOT_CONFIGURED`: The operator has not configured what this needs: token, key, contract."


class UpstreamRejectedError(DtfGraphError):
    "`REFUSED`: An upstream refused with another 4xx than 400, 401, 403 or 404 and said why in `{error}`."


class GraphqlParseFailedError(DtfGraphError):
    "`GRAPHQL_PARSE_FAILED`: The document is not GraphQL."


class GraphqlValidationFailedError(DtfGraphError):
    "`GRAPHQL_VALIDATION_FAILED`: The document does not fit the schema: unknown fields, missing arguments, literals of the wrong form."


class OperationResolutionFailureError(DtfGraphError):
    "`OPERATION_RESOLUTION_FAILURE`: `operationName` names no operation, or is missing where there are several."


class BadRequestError(DtfGraphError):
    "`BAD_REQUEST`: Variables that are missing or malformed."


class NotAcceptableError(DtfGraphError):
    "`NOT_ACCEPTABLE`: A subscription by GET or QUERY whose client accepts JSON but no events."


class PersistedQueryNotFoundError(DtfGraphError):
    "`PERSISTED_QUERY_NOT_FOUND`: A hash (`extensions.persistedQuery`) of an unknown document; clients then send the document itself."


class PersistedQueryNotSupportedError(DtfGraphError):
    "`PERSISTED_QUERY_NOT_SUPPORTED`: Another version than 1 of `extensions.persistedQuery`."


class PersistedDocumentNotFoundError(DtfGraphError):
    "`PERSISTED_DOCUMENT_NOT_FOUND`: `documentId` names no trusted document."


class PersistedDocumentRequiredError(DtfGraphError):
    "`PERSISTED_DOCUMENT_REQUIRED`: With `PERSISTED_ONLY=true`: the document is not a trusted one."


class LimitExceededError(DtfGraphError):
    "`LIMIT_EXCEEDED`: The document is beyond a limit, or costs more bytes or objects than a response may hold; the message states the cost, the limit, and the field and argument to change."


class ResponseTooLargeError(DtfGraphError):
    "`RESPONSE_TOO_LARGE`: Upstreams sent so much that the response would be larger than `RESPONSE_MAX_MB`; it was not encoded."


class MoreErrorsError(DtfGraphError):
    "`MORE_ERRORS`: The last of more than 1,000 errors: how many others are not listed."


ERROR_CLASSES: Dict[str, Type[DtfGraphError]] = {
    "INVALID_INPUT": InvalidInputError,
    "FORBIDDEN": ForbiddenError,
    "NOT_FOUND": NotFoundError,
    "TOO_LARGE": TooLargeError,
    "UNSUPPORTED_MEDIA_TYPE": UnsupportedMediaTypeError,
    "RATE_LIMITED": RateLimitedError,
    "BUSY": OverloadedError,
    "INTERNAL": InternalError,
    "UPSTREAM_UNAVAILABLE": UpstreamUnavailableError,
    "UPSTREAM_TIMEOUT": UpstreamTimeoutError,
    "CHAIN_BEHIND": ChainBehindError,
    "NOT_CONFIGURED": NotConfiguredError,
    "REFUSED": UpstreamRejectedError,
    "GRAPHQL_PARSE_FAILED": GraphqlParseFailedError,
    "GRAPHQL_VALIDATION_FAILED": GraphqlValidationFailedError,
    "OPERATION_RESOLUTION_FAILURE": OperationResolutionFailureError,
    "BAD_REQUEST": BadRequestError,
    "NOT_ACCEPTABLE": NotAcceptableError,
    "PERSISTED_QUERY_NOT_FOUND": PersistedQueryNotFoundError,
    "PERSISTED_QUERY_NOT_SUPPORTED": PersistedQueryNotSupportedError,
    "PERSISTED_DOCUMENT_NOT_FOUND": PersistedDocumentNotFoundError,
    "PERSISTED_DOCUMENT_REQUIRED": PersistedDocumentRequiredError,
    "LIMIT_EXCEEDED": LimitExceededError,
    "RESPONSE_TOO_LARGE": ResponseTooLargeError,
    "MORE_ERRORS": MoreErrorsError,
}
