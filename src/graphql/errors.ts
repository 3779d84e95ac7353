import { GraphQLError } from 'graphql';
import { GatewayError, RateLimitedError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** A request that could not begin is a 400, where the media type lets the status speak (GraphQL over HTTP, 6.4.2). */
const requestError = { spec: true, status: 400 };
/** The engine takes it for a request that is malformed, which it is not. */
const noSuchOperation = 'OPERATION_RESOLUTION_FAILURE';

/**
 * What a client may see of an error: foreseen ones with `extensions.code`, errors of the document
 * itself as they are but without suggestions, everything else as a bare internal error that is
 * logged in full.
 */
export function createErrorMask(log: Log): (thrown: unknown) => GraphQLError {
  return (thrown) => {
    const cause = originOf(thrown);
    const place = thrown instanceof GraphQLError ? placeOf(thrown) : {};
    if (cause instanceof GatewayError) {
      if (cause.status >= 500) log.warn({ err: cause }, 'field failed');
      const retry = cause instanceof RateLimitedError ? { retryAfter: cause.retryAfter } : {};
      return new GraphQLError(cause.message, {
        ...place,
        extensions: { code: cause.code, ...retry },
      });
    }
    if (cause instanceof GraphQLError) {
      // What is around it says more: of which variable it speaks, and where in the answer it happened.
      const { message, path } = thrown instanceof GraphQLError ? thrown : cause;
      // The compiled engine makes errors without extensions.
      const extensions = cause.extensions ?? {};
      const isSpecified = extensions.http === undefined || extensions.code === noSuchOperation;
      const http = isSpecified ? (path ? undefined : requestError) : extensions.http;
      return new GraphQLError(withoutSuggestions(message), {
        ...place,
        extensions: { code: extensions.code ?? 'BAD_REQUEST', ...(http ? { http } : {}) },
      });
    }
    if (!isLeaving(cause)) log.error({ err: cause }, 'field failed');
    return new GraphQLError('Internal server error', {
      ...place,
      extensions: { code: 'INTERNAL' },
    });
  };
}

/** A client that leaves ends every field of its answer: a thousand of them are no news. */
function isLeaving(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

/** The first cause below the wrappers that engines add. */
function originOf(thrown: unknown): unknown {
  let error = thrown;
  while (error instanceof GraphQLError && error.originalError) error = error.originalError;
  return error;
}

function placeOf(error: GraphQLError) {
  return {
    ...(error.nodes
      ? { nodes: error.nodes }
      : { source: error.source, positions: error.positions }),
    path: error.path,
  };
}

/** Names that were not asked for are not given away (threats.md 3). */
export function withoutSuggestions(message: string): string {
  return message.replace(/ Did you mean .+\?$/s, '');
}
