import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import { setRequestIdHeader } from '../../http/request-identity.ts';
import { corsHeaders } from '../../http/response/cors.ts';
import { setResponseHeaders } from '../../http/response/header-list.ts';
import type { SseHub } from '../../http/sse/sse-hub.ts';
import type { StreamPermit } from '../../streaming/stream-limits.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { YogaEngine } from '../yoga.ts';

/** What the context of an operation knows beside its request. */
export type OperationOrigin = {
  /** Fires when the operation is stopped; the request's own when left out. */
  readonly signal?: AbortSignal;
  readonly lastEventId: string | null;
};

/** What both modes of the protocol have of the gateway. */
export type SseModeOptions = {
  readonly engine: YogaEngine;
  readonly createContext: (
    request: IncomingMessage,
    response: ServerResponse,
    origin: OperationOrigin,
  ) => Context;
  readonly sseHub: SseHub;
  readonly shutdownSignal: AbortSignal;
};

/** What both modes of the protocol are made from. */
export type SseModeDeps = SseModeOptions & {
  readonly mask: ErrorMask;
  /**
   * Takes a place for an event stream.
   *
   * @throws {RateLimitedError} the client has too many. {BusyError} the service has.
   */
  readonly acquirePermit: (request: IncomingMessage) => StreamPermit;
  /** Counts an event stream as open, for as long as the response is. */
  readonly countStream: (response: ServerResponse) => void;
};

/** For what is not to be kept by anybody on the way. */
export const noStoreHeaders = { 'Cache-Control': 'no-store' };

/** The position that a client sends; ours are short, anything else is none. */
export function parseLastEventId(request: IncomingMessage): string | null {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' && /^[\w.-]{1,200}$/.test(given) ? given : null;
}

/** Puts on an answer that is no event stream what those say too: who may read it, and its request's id. */
export function setSseHandlerHeaders(response: ServerResponse): void {
  setResponseHeaders(response, corsHeaders);
  setRequestIdHeader(response.req, response);
}

/** Answers that the resource takes other methods. */
export function writeGraphQLMethodNotAllowed(response: ServerResponse, allow: string): void {
  setSseHandlerHeaders(response);
  response.setHeader('Allow', allow);
  const errors = [{ message: `use ${allow}`, extensions: { code: 'BAD_REQUEST' } }];
  response.writeHead(405, { 'Content-Type': 'application/json; charset=utf-8', ...noStoreHeaders });
  response.end(JSON.stringify({ errors }));
}
