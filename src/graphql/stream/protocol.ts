import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../../context.ts';
import type { StreamSlot } from '../../core/events/stream-slots.ts';
import { setHeaders } from '../../http/answers/headers.ts';
import { openToPages } from '../../http/answers/open-to-pages.ts';
import { tellRequestId } from '../../http/client.ts';
import type { Audiences } from '../../http/streams/audiences.ts';
import type { Engine } from '../engine.ts';
import type { ErrorMask } from '../errors.ts';

/** What the context of an operation knows beside its request. */
export type OperationOrigin = {
  /** Fires when the operation is stopped; the request's own when left out. */
  readonly signal?: AbortSignal;
  readonly lastEventId: string | null;
};

/** What both modes of the protocol have of the gateway. */
export type ModeOptions = {
  readonly engine: Engine;
  readonly createContext: (
    request: IncomingMessage,
    response: ServerResponse,
    origin: OperationOrigin,
  ) => Context;
  readonly audiences: Audiences;
  readonly drain: AbortSignal;
};

/** What both modes of the protocol are made from. */
export type ModeDeps = ModeOptions & {
  readonly mask: ErrorMask;
  /**
   * Takes a place for an event stream.
   *
   * @throws {RateLimitedError} the client has too many. {BusyError} the service has.
   */
  readonly takePlace: (request: IncomingMessage) => StreamSlot;
  /** Counts an event stream as open, for as long as the response is. */
  readonly countStream: (response: ServerResponse) => void;
};

/** For what is not to be kept by anybody on the way. */
export const notKept = { 'Cache-Control': 'no-store' };

/** The position that a client sends; ours are short, anything else is none. */
export function lastEventIdOf(request: IncomingMessage): string | null {
  const given = request.headers['last-event-id'];
  return typeof given === 'string' && /^[\w.-]{1,200}$/.test(given) ? given : null;
}

/** Puts on an answer that is no event stream what those say too: who may read it, and its request's id. */
export function setStreamDoorHeaders(response: ServerResponse): void {
  setHeaders(response, openToPages);
  tellRequestId(response.req, response);
}

/** Answers that the resource takes other methods. */
export function refuseMethod(response: ServerResponse, allow: string): void {
  setStreamDoorHeaders(response);
  response.setHeader('Allow', allow);
  const errors = [{ message: `use ${allow}`, extensions: { code: 'BAD_REQUEST' } }];
  response.writeHead(405, { 'Content-Type': 'application/json; charset=utf-8', ...notKept });
  response.end(JSON.stringify({ errors }));
}
