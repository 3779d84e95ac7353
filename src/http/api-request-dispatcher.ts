import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheOutcome } from '../cache/cache-read-types.ts';
import { createCallbackAbortController } from '../lib/abort.ts';
import { type GatewayError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { Spans } from '../telemetry/spans.ts';
import type { RouteLatencyByStatus } from '../telemetry/telemetry.ts';
import { logServerError } from './error-response.ts';
import { type ClientIdentifyingRequest, ensureRequestId } from './request-id-and-address.ts';
import type { RequestInfo } from './request-info.ts';
import { endRequestSpan, getRequestIds, startRequestSpan } from './request-trace.ts';
import type { EncodedResponseCache } from './response/response-cache.ts';
import type { HttpResponsePreparer, UnpreparedResponse } from './response/send-response.ts';
import { type PreparedResponse, writeResponse } from './response/serialized-response.ts';

/** A request as handlers see it. */
export type ApiRequest = RequestInfo &
  ClientIdentifyingRequest & {
    /** Undefined while the body of node's request has not been read; null if there is none. */
    readonly body?: Buffer | null | undefined;
  };

/** What a handler returns: an encoded body, or a response that is ready to be written. */
export type HandlerResponse = Omit<UnpreparedResponse, 'requestId'> | PreparedResponse;

/** A request that a handler has accepted, and how to compute its response. */
export type AcceptedRequest = {
  readonly latency: RouteLatencyByStatus;
  /** Computes the response; `signal` fires on disconnect. `formatError` formats what it throws. */
  readonly handle: (signal: AbortSignal) => HandlerResponse | Promise<HandlerResponse>;
  readonly formatError: (error: GatewayError, request: ApiRequest) => PreparedResponse;
};

/**
 * Handles the requests of one API, REST or GraphQL. A handler computes a response; the
 * dispatcher writes it, and serves cached responses without calling the handler unless `isLimited`.
 */
export type ApiRequestHandler = {
  /** Whether a rate limit counts requests; then `accept` also gets those with a cached response. */
  readonly isLimited: boolean;
  /** Returns the raw cache key of a request; null if its response must not come from the cache. */
  readonly rawKeyOf: (request: ApiRequest) => string | null;
  /**
   * Returns how to compute the response; null if another handler must serve it, e.g. as a stream.
   */
  readonly accept: (request: ApiRequest, rawKey: string | null) => AcceptedRequest | null;
};

/** Writes a response; called once, now or later, unless the client disconnects before. */
export type WriteResponse = (response: PreparedResponse) => void;

/** Aborts the work for a request whose client has disconnected. */
export type AbortRequestWork = () => void;

/** Serves requests from the response cache or by the handler of their path. */
export type ApiRequestDispatcher = {
  /** Serves a request of node; returns false if no handler accepts it. */
  readonly serveNode: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly runNode: (
    accepted: AcceptedRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
};

/** `statusCode` of an unsent response, under which aborted requests are recorded. */
const implicitStatus = 200;

const nothing = () => {};

/** Creates the dispatcher of both APIs, which also records latency and ends spans. */
export function createApiRequestDispatcher(options: {
  readonly responseCache: EncodedResponseCache;
  readonly responsePreparer: HttpResponsePreparer;
  readonly log: Log;
  readonly spans: Spans;
  readonly handlerOf: (url: string) => ApiRequestHandler | undefined;
}): ApiRequestDispatcher {
  const { responseCache, responsePreparer, log, spans, handlerOf } = options;

  /**
   * Writes the cached response of a raw cache key; false, without writing, if there is none, a
   * limit rejects it, or it is not compressed for this client yet.
   */
  function writeCached(request: ApiRequest, rawKey: string, write: WriteResponse): boolean {
    const startedAt = performance.now();
    const cached = responseCache.getByRawKey(rawKey);
    if (!cached) return false;
    const { body, api, oldest } = cached;
    const requestId = ensureRequestId(request);
    const made = { body, api, oldest, outcome: 'HIT', requestId } as const;
    let ready: PreparedResponse | null;
    try {
      ready = responsePreparer.prepareNow(request, made);
    } catch {
      // The handler reports the error.
      return false;
    }
    if (ready === null) return false;
    write(ready);
    const { latency } = cached;
    latency(ready.status).observe((performance.now() - startedAt) / 1000);
    if (spans.isOn()) {
      endRequestSpan(request, { status: ready.status, route: latency.route, outcome: 'HIT' });
    }
    return true;
  }

  function run(
    { handle, latency, formatError }: AcceptedRequest,
    request: ApiRequest,
    write: WriteResponse,
  ): AbortRequestWork {
    const startedAt = performance.now();
    const { signal, abort } = createCallbackAbortController();
    let isCancelled = false;
    let outcome: CacheOutcome | null = null;
    const record = (status: number) => {
      latency(status).observe((performance.now() - startedAt) / 1000);
      if (spans.isOn()) endRequestSpan(request, { status, route: latency.route, outcome });
    };
    const prepare = (made: HandlerResponse) => {
      if ('head' in made) return made;
      const { body, api, oldest } = made;
      outcome = made.outcome;
      const requestId = ensureRequestId(request);
      return responsePreparer.prepare(request, { body, api, oldest, outcome, requestId });
    };
    const finish = (ready: PreparedResponse) => {
      record(ready.status);
      if (!isCancelled) write(ready);
    };
    const fail = (thrown: unknown) => {
      if (isCancelled) {
        record(implicitStatus);
        return;
      }
      const error = toGatewayError(thrown);
      logServerError(error, log, getRequestIds(request));
      finish(formatError(error, request));
    };
    try {
      const made = mapMaybePromise(handle(signal), prepare);
      if (made instanceof Promise) made.then(finish).catch(fail);
      else finish(made);
    } catch (error) {
      fail(error);
    }
    return () => {
      isCancelled = true;
      abort(new DOMException('the client has disconnected', 'AbortError'));
    };
  }

  function serve(request: ApiRequest, write: WriteResponse): AbortRequestWork | null {
    const handler = handlerOf(request.url ?? '');
    if (handler === undefined) return null;
    if (spans.isOn()) startRequestSpan(spans, request);
    const rawKey = handler.rawKeyOf(request);
    if (rawKey !== null && !handler.isLimited && writeCached(request, rawKey, write))
      return nothing;
    const accepted = handler.accept(request, rawKey);
    return accepted && run(accepted, request, write);
  }

  return {
    serveNode: (request, response) => {
      const cancel = serve(request, (ready) => writeResponse(response, ready));
      if (cancel === null) return false;
      if (cancel !== nothing) onDisconnect(response, cancel);
      return true;
    },
    runNode: (accepted, request, response) => {
      onDisconnect(
        response,
        run(accepted, request, (ready) => writeResponse(response, ready)),
      );
    },
  };
}

const cancelRequest = Symbol('cancelRequest');
type Cancellable = ServerResponse & { [cancelRequest]?: AbortRequestWork };

function onDisconnect(response: Cancellable, cancel: AbortRequestWork): void {
  response[cancelRequest] = cancel;
  response.on('close', cancelUnfinished);
}

function cancelUnfinished(this: Cancellable): void {
  if (!this.writableFinished) this[cancelRequest]?.();
}
