import { GraphQLError } from 'graphql';
import {
  GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UpstreamRejectedError,
} from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { catchMaybePromise } from '../lib/maybe-promise.ts';
import { batchImmediate } from '../streaming/batch-immediate.ts';

/** A request that could not begin is a 400, where the media type lets the status speak (GraphQL over HTTP, 6.4.2). */
const requestError = { spec: true, status: 400 };
/** The engine takes it for a request that is malformed, which it is not. */
const noSuchOperation = 'OPERATION_RESOLUTION_FAILURE';

/** What the engine says where it finds no operation to execute, for those who look for one themselves. */
export const noOperationError = () =>
  new GraphQLError('Could not determine what operation to execute.', {
    extensions: { code: noSuchOperation },
  });

/**
 * What a client may see of an error: foreseen ones with `extensions.code`, errors of the document
 * itself as they are but without suggestions, everything else as a bare internal error that is
 * logged in full. What was made to be shown stays as it is.
 *
 * @param requestId - Names the request in the log, where it is known.
 */
export type ErrorMask = (thrown: unknown, requestId?: string) => GraphQLError;

/** What masks have made. */
const masked = new WeakSet<GraphQLError>();

/** A mask that logs what is not the client's mistake. */
export function createErrorMask(log: Log): ErrorMask {
  const show = createShow(log);
  return (thrown, requestId) => {
    if (thrown instanceof GraphQLError && masked.has(thrown)) return thrown;
    const shown = show(thrown, requestId);
    masked.add(shown);
    return shown;
  };
}

function createShow(log: Log): ErrorMask {
  const isNews = dedupeErrorLogs();
  return (thrown, requestId) => {
    const cause = originOf(thrown);
    const place = thrown instanceof GraphQLError ? placeOf(thrown) : {};
    if (cause instanceof GatewayError) {
      if (cause.status >= 500 && isNews(cause, requestId)) {
        log.warn({ err: cause, requestId }, 'field failed');
      }
      const retry = cause instanceof RateLimitedError ? { retryAfter: cause.retryAfter } : {};
      return new GraphQLError(cause.message, {
        ...place,
        extensions: { code: cause.code, ...retry },
      });
    }
    if (cause instanceof GraphQLError && !isUnfit(cause, thrown)) {
      // What is around it says more: of which variable it speaks, and where in the answer it happened.
      const { message, path } = thrown instanceof GraphQLError ? thrown : cause;
      // The compiled engine makes errors without extensions.
      const extensions = cause.extensions ?? {};
      const isSpecified = extensions.http === undefined || extensions.code === noSuchOperation;
      const http = isSpecified ? (path ? undefined : requestError) : extensions.http;
      return new GraphQLError(publicMessage(message), {
        ...place,
        extensions: { code: extensions.code ?? 'BAD_REQUEST', ...(http ? { http } : {}) },
      });
    }
    if (!isLeaving(cause) && isNews(cause, requestId)) {
      log.error({ err: cause, requestId }, 'field failed');
    }
    return new GraphQLError('Internal server error', {
      ...place,
      extensions: { code: 'INTERNAL' },
    });
  };
}

/**
 * Tells whether an error is the first of its words for a request in this turn, in which the errors of
 * an answer come: a short query has hundreds of fields, which fail alike when an upstream is down.
 */
function dedupeErrorLogs(): (error: unknown, requestId: string | undefined) => boolean {
  const told = new Set<string>();
  return (error, requestId) => {
    if (told.size === 0) batchImmediate(() => told.clear());
    const before = told.size;
    told.add(`${requestId} ${error}`);
    return told.size > before;
  };
}

/**
 * Whether a value does not fit the type of its field, which is no mistake of the caller. Engines tell
 * that with the field's path, without a code and, other than what is wrong with an argument, with no
 * node of its own.
 */
function isUnfit({ extensions, nodes }: GraphQLError, told: unknown): boolean {
  const path = told instanceof GraphQLError ? told.path : undefined;
  return path !== undefined && nodes === undefined && extensions?.code === undefined;
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

/** Messages say again what was sent: no longer than this, characters. */
const longestMessage = 1000;

/** What is told of an engine's message: names that were not asked for are not given away (threats.md 3). */
export function publicMessage(message: string): string {
  const suggestions = message.endsWith('?') ? message.indexOf(' Did you mean ') : -1;
  const said = suggestions < 0 ? message : message.slice(0, suggestions);
  return said.length > longestMessage ? `${said.slice(0, longestMessage)}…` : said;
}

/** Says in words of the graph what parsers, loaders and upstreams say in those of REST. */
export type FieldNameTranslator = {
  /** The sentence with the graph's names. */
  readonly translate: (message: string) => string;
  /** What the work refuses, now or later, by the names that the caller used. */
  readonly translateErrors: <T>(work: () => T) => T;
};

/**
 * The words of one slice.
 *
 * @param names - What the graph calls a thing, by what REST calls it.
 * @example createGraphWords({ batch_id: 'batchId' }).say('batch_id is required') // 'batchId is required'
 */
export function createFieldNameTranslator(
  names: Readonly<Record<string, string>>,
): FieldNameTranslator {
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

/** The caller's mistake in other words; an error may be another caller's as well, so it is made anew. */
function reworded(error: GatewayError, message: string): GatewayError {
  if (message === error.message) return error;
  if (error instanceof InvalidInputError) return new InvalidInputError(message, { cause: error });
  if (error instanceof NotFoundError) return new NotFoundError(message, { cause: error });
  if (error instanceof UpstreamRejectedError)
    return new UpstreamRejectedError(error.status, message);
  return error;
}
