import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { RequestLogIds } from '../http/request-trace.ts';
import {
  GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UpstreamRejectedError,
} from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { catchMaybePromise } from '../lib/maybe-promise.ts';
import { setBatchedImmediate } from '../streaming/batch-immediate.ts';
import { createErrorAt } from './create-error-at.ts';
import { isOmittedErrorsNotice } from './error-limit.ts';

/** A request error has status 400 where the media type allows it (GraphQL over HTTP, §6.4.2). */
const requestError = { spec: true, status: 400 };
/** Code of Yoga's error for an unknown operation, whose HTTP status the mask replaces. */
const noSuchOperation = 'OPERATION_RESOLUTION_FAILURE';

/** Creates Yoga's error for a document without the requested operation. */
export const noOperationError = () =>
  new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: noSuchOperation },
  });

/**
 * Converts an error to what a client may see. Gateway errors keep their message and get
 * `extensions.code`; errors in the document or variables keep their message; all others are logged
 * and become an internal error.
 *
 * @param ids - The ids of the request in the log, if known.
 */
export type ErrorMask = (thrown: unknown, ids?: RequestLogIds) => GraphQLError;

const unknownIds: RequestLogIds = { requestId: undefined, traceId: undefined };

const masked = new WeakSet<GraphQLError>();

/** Creates a mask that logs failures of upstreams and of the gateway. */
export function createErrorMask(log: Log): ErrorMask {
  const format = createErrorFormatter(log);
  return (thrown, ids) => {
    if (thrown instanceof GraphQLError && (masked.has(thrown) || isOmittedErrorsNotice(thrown)))
      return thrown;
    const publicError = format(thrown, ids);
    masked.add(publicError);
    return publicError;
  };
}

function createErrorFormatter(log: Log): ErrorMask {
  const isFirst = dedupeErrorLogs();
  return (thrown, { requestId, traceId } = unknownIds) => {
    const cause = originOf(thrown);
    const place = thrown instanceof GraphQLError ? thrown : {};
    if (cause instanceof GatewayError) {
      if (cause.status >= 500 && isFirst(cause, requestId)) {
        log.warn({ err: cause, requestId, traceId }, 'field failed');
      }
      const retry = cause instanceof RateLimitedError ? { retryAfter: cause.retryAfter } : {};
      return createErrorAt(place, cause.message, { extensions: { code: cause.code, ...retry } });
    }
    if (cause instanceof GraphQLError && !isUnfit(cause, thrown)) {
      // The wrapping error has the better message, with the name of the variable, and the path.
      const { message, path } = thrown instanceof GraphQLError ? thrown : cause;
      // Errors of the compiled executor have no extensions.
      const extensions = cause.extensions ?? {};
      const isSpecified = extensions.http === undefined || extensions.code === noSuchOperation;
      const http = isSpecified ? (path ? undefined : requestError) : extensions.http;
      return createErrorAt(place, truncateErrorMessage(message), {
        extensions: { code: extensions.code ?? 'BAD_REQUEST', ...(http ? { http } : {}) },
      });
    }
    if (!isLeaving(cause) && isFirst(cause, requestId)) {
      log.error({ err: cause, requestId, traceId }, 'field failed');
    }
    return createErrorAt(place, 'Internal server error', { extensions: { code: 'INTERNAL' } });
  };
}

/**
 * Returns a function that is true for the first error with its text and request in an event-loop
 * turn: when an upstream is down, hundreds of fields fail alike.
 */
function dedupeErrorLogs(): (error: unknown, requestId: string | undefined) => boolean {
  const seen = new Set<string>();
  return (error, requestId) => {
    if (seen.size === 0) setBatchedImmediate(() => seen.clear());
    const before = seen.size;
    seen.add(`${requestId} ${error}`);
    return seen.size > before;
  };
}

/**
 * Whether a resolver's value does not fit its field's type, a server error. Executors report it
 * with a path, but without code and nodes.
 */
function isUnfit({ extensions, nodes }: GraphQLError, thrown: unknown): boolean {
  const path = thrown instanceof GraphQLError ? thrown.path : undefined;
  return path !== undefined && nodes === undefined && extensions?.code === undefined;
}

/** A disconnect aborts every field of a response; these errors are not logged. */
function isLeaving(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

/** Returns the original error below the wrappers that executors add. */
function originOf(thrown: unknown): unknown {
  let error = thrown;
  while (error instanceof GraphQLError && error.originalError) error = error.originalError;
  return error;
}

/** Formats an error as clients see it: without `extensions.http`, the HTTP status that it sets. */
export function formatWithoutHttpExtension(error: GraphQLError): GraphQLFormattedError {
  const { http: _, ...extensions } = error.extensions ?? {};
  return { ...error.toJSON(), extensions };
}

const longestMessage = 1000;

/** Cuts an error message to 1,000 characters, since it may repeat the client's input. */
export function truncateErrorMessage(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}

/** Replaces REST parameter names in error messages by GraphQL names. */
export type RestToGraphQLTranslator = {
  readonly translate: (message: string) => string;
  /** Runs `work` and translates the error that it throws or rejects with. */
  readonly translateErrors: <T>(work: () => T) => T;
};

/**
 * Creates the translator of one domain.
 *
 * @param names - GraphQL names by REST name.
 * @example createRestToGraphQLTranslator({ tick_id: 'tickId' }).translate('tick_id') // 'tickId'
 */
export function createRestToGraphQLTranslator(
  names: Readonly<Record<string, string>>,
): RestToGraphQLTranslator {
  const pattern = new RegExp(`(?<![\\w/])(${Object.keys(names).join('|')})(?!\\w)`, 'g');
  const say = (message: string) => message.replace(pattern, (name) => names[name] ?? name);
  function refuse(error: unknown): never {
    throw error instanceof GatewayError ? reworded(error, say(error.message)) : error;
  }
  return {
    translate: say,
    translateErrors: (work) => catchMaybePromise(work, refuse) as ReturnType<typeof work>,
  };
}

/** A new error with another message; the original may be shared with other callers. */
function reworded(error: GatewayError, message: string): GatewayError {
  if (message === error.message) return error;
  if (error instanceof InvalidInputError) return new InvalidInputError(message, { cause: error });
  if (error instanceof NotFoundError) return new NotFoundError(message, { cause: error });
  if (error instanceof UpstreamRejectedError)
    return new UpstreamRejectedError(error.status, message);
  return error;
}
