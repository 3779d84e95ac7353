import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheOutcome } from '../cache/cache-read-types.ts';
import { createCallbackAbortController } from '../lib/abort.ts';
import type { Clock } from '../lib/clock.ts';
import { type GatewayError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { GatewayApiName, RouteLatencyByStatus, Telemetry } from '../telemetry/telemetry.ts';
import type { ClientNameHeaders, LabelClient } from './client-name.ts';
import type { UndeliveredBytes } from './connections/undelivered-bytes.ts';
import { logServerError } from './error-response.ts';
import type { ClientIdentifyingRequest } from './request-id-and-address.ts';
import type { RequestInfo } from './request-info.ts';
import { endRequestSpan, getRequestIds } from './request-trace.ts';
import type { HttpResponse, ResponseCaching, ResponseHeaders } from './response/http-response.ts';
import type { ResponseCache } from './response/response-cache.ts';
import { sendResponse } from './response/send-response.ts';

/** A request as handlers see it. */
export type ApiRequest = RequestInfo &
  ClientIdentifyingRequest & {
    /** Undefined while the body has not been read; null if there is none. */
    readonly body?: Buffer | null | undefined;
  };

/** A request with a whole response, and how to compute it. */
export type AcceptedRequest = {
  readonly api: GatewayApiName;
  readonly latency: RouteLatencyByStatus;
  /** The raw cache key; null for a response that must not be cached. */
  readonly rawKey: string | null;
  /** Computes the response; `signal` fires on disconnect. `formatError` formats what it throws. */
  readonly handle: (signal: AbortSignal) => HttpResponse | Promise<HttpResponse>;
  readonly formatError: (error: GatewayError, request: ApiRequest) => HttpResponse;
};

/** How one API, REST or GraphQL, uses the response cache. */
export type CachedApi = {
  readonly formatError: AcceptedRequest['formatError'];
  /** Charges the client for a cached response; undefined without a rate limit. */
  readonly charge:
    | ((request: ClientIdentifyingRequest, caching: ResponseCaching) => Promise<void>)
    | undefined;
  /** Counts a response from the cache for its client; undefined where there is nothing to count. */
  readonly recordHit?: (request: IncomingMessage, caching: ResponseCaching) => void;
  /** Returns the raw cache key of a request; null if its response must not come from the cache. */
  readonly rawKeyOf: (request: ApiRequest) => string | null;
};

/** Serves the requests of both APIs whose response is sent as a whole. */
export type RequestRunner = {
  /** Sends the cached response to a request; returns false if there is none. */
  readonly serveCached: (
    api: CachedApi,
    request: IncomingApiRequest,
    response: ServerResponse,
  ) => boolean;
  /** Computes, caches and sends the response of an accepted request. */
  readonly run: (
    accepted: AcceptedRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ) => void;
};

type IncomingApiRequest = IncomingMessage & { readonly body?: Buffer | null | undefined };

/** Creates the runner of both APIs, which also records metrics and ends spans. */
export function createRequestRunner(options: {
  readonly responseCache: ResponseCache;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly unread: UndeliveredBytes;
  readonly log: Log;
  /** Labels clients in metrics; undefined without known names. */
  readonly labelClient?: LabelClient | undefined;
}): RequestRunner {
  const { responseCache, clock, telemetry, unread, log, labelClient } = options;
  const { spans } = telemetry;
  const responseAges = {
    rest: telemetry.responseAges.labels('rest'),
    graphql: telemetry.responseAges.labels('graphql'),
  };

  /** Records the metrics of a cache outcome; returns its `X-Cache` and `Age`. */
  function recordRead(
    api: GatewayApiName,
    { oldest }: ResponseCaching,
    outcome: CacheOutcome,
  ): ResponseHeaders {
    telemetry.responseCacheReads.inc({ api, outcome });
    if (oldest === null) return { 'X-Cache': outcome };
    const age = Math.max(0, Math.floor((clock.now() - oldest) / 1000));
    responseAges[api].observe(age);
    return { 'X-Cache': outcome, Age: String(age) };
  }

  /** Runs a request to its response, or to that of its error. */
  function run(
    { api, handle, latency, rawKey, formatError }: AcceptedRequest,
    request: IncomingMessage,
    response: ServerResponse,
    outcomeFromCache?: 'HIT',
  ): void {
    const startedAt = performance.now();
    const { signal, abort } = createCallbackAbortController();
    let outcome: CacheOutcome | null = null;
    const record = (status: number) => {
      latency(status).observe((performance.now() - startedAt) / 1000);
      if (labelClient) {
        const client = labelClient(request.headers as ClientNameHeaders);
        telemetry.clientRequests.inc({ api, client, status });
      }
      if (spans.isOn()) endRequestSpan(request, { status, route: latency.route, outcome });
    };
    const send = (made: HttpResponse) => {
      const { caching } = made;
      outcome = caching ? (outcomeFromCache ?? caching.outcome) : null;
      if (rawKey !== null && !outcomeFromCache) {
        responseCache.put(rawKey, { response: made, api, latency });
      }
      const headers = caching && outcome ? recordRead(api, caching, outcome) : {};
      return sendResponse(request, response, made, { headers, unread });
    };
    const fail = (thrown: unknown) => {
      if (response.destroyed) {
        record(response.statusCode);
        return;
      }
      const error = toGatewayError(thrown);
      logServerError(error, log, getRequestIds(request));
      void sendResponse(request, response, formatError(error, request));
      record(error.status);
    };
    response.on('close', () => {
      if (!response.writableFinished) {
        abort(new DOMException('the client has disconnected', 'AbortError'));
      }
    });
    try {
      const sent = mapMaybePromise(handle(signal), send);
      if (sent instanceof Promise) sent.then(record, fail);
      else record(sent);
    } catch (error) {
      fail(error);
    }
  }

  return {
    serveCached: ({ rawKeyOf, charge, recordHit, formatError }, request, response) => {
      const rawKey = rawKeyOf(request);
      const cached = rawKey === null ? undefined : responseCache.get(rawKey);
      if (!cached) return false;
      const { response: made, api, latency } = cached;
      recordHit?.(request, made.caching);
      const handle = () => (charge ? charge(request, made.caching).then(() => made) : made);
      run({ api, latency, rawKey, handle, formatError }, request, response, 'HIT');
      return true;
    },
    run,
  };
}
