import { createCallbackAbortController } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { RouteLatency, Telemetry } from '../../telemetry.ts';
import {
  type ActiveRequest,
  handleDisconnect,
  implicitStatus,
  logActiveRequest,
  recordRequestLatency,
} from '../active-request.ts';
import { prepareErrorResponse } from '../error-response.ts';
import type { FastRestHandler, SendRawResponse } from '../fast-path-handlers.ts';
import { ensureRequestId, type IdentifiableRequest } from '../request-identity.ts';
import type { Coalesce } from '../response/coalesce.ts';
import type { RawResponse } from '../response/raw-response.ts';
import type { ResponseCache } from '../response/response-cache.ts';
import type { OutgoingResponse, ResponseSender } from '../response/send-cached.ts';
import type { JsonRoute, Route } from '../route.ts';
import { collectParameters } from './collect-parameters.ts';
import { restHeaders } from './rest-headers.ts';
import { createRouteMatcher, type RouteMatch, restMountPath } from './route-matcher.ts';
import { type JsonContext, serveJson } from './serve-json.ts';

export type FastRestHandlerOptions<C> = {
  readonly routes: readonly Route<C>[];
  /** Creates the context of a request: identifies its client and assigns its id. */
  readonly createContext: (request: IdentifiableRequest, signal: AbortSignal) => C;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly responseCache: ResponseCache;
  readonly coalesce: Coalesce;
  readonly responseSender: ResponseSender;
};

/** A request in progress with its route. */
type Running<C> = ActiveRequest & {
  readonly found: RouteMatch<C> & { readonly route: JsonRoute<C> };
  readonly send: SendRawResponse;
};

/**
 * Creates the fast path of the REST API: serves GET requests of JSON routes without node's request
 * and response objects. Handlers, responses, errors, metrics and log lines are the same as in the
 * router.
 */
export function createFastRestHandler<C extends JsonContext>(
  options: FastRestHandlerOptions<C>,
): FastRestHandler {
  const {
    routes,
    createContext,
    log,
    telemetry,
    responseCache: responses,
    coalesce,
    responseSender,
    clock,
  } = options;
  const api = { responseCache: responses, coalesce, clock };
  const latency = new Map(
    routes.map((route) => [route, telemetry.routeLatency('rest', route.path)]),
  );
  const findRead = createRouteMatcher(routes);

  function find(url: string): Running<C>['found'] | null {
    if (!url.startsWith(`${restMountPath}/`)) return null;
    const found = findRead({ method: 'GET', url: url.slice(restMountPath.length) });
    return found?.route.kind === 'json' ? (found as Running<C>['found']) : null;
  }

  function end(running: Running<C>, ready: RawResponse & { readonly status: number }): void {
    recordRequestLatency(running, ready.status);
    if (running.isDisconnected) return;
    running.send(ready);
    logActiveRequest(running, ready.status, log);
  }

  function answerJson(running: Running<C>): void | Promise<void> {
    const { request, found, latency: routeTimes, abortController } = running;
    const { route, params } = found;
    const input = collectParameters(route, params, request.url);
    const context = createContext(request, abortController.signal);
    const send = (made: OutgoingResponse) =>
      mapMaybePromise(responseSender.prepareAsync(request, made), (ready) => end(running, ready));
    const { url: rawKey } = request;
    return serveJson({ route, latency: routeTimes, input, rawKey, context, send }, api);
  }

  function fail(running: Running<C>, error: unknown): void {
    if (running.isDisconnected) {
      recordRequestLatency(running, implicitStatus);
      return;
    }
    const told = { lines: restHeaders.text, requestId: ensureRequestId(running.request) };
    end(running, prepareErrorResponse(error, log, told));
  }

  return {
    canHandle: (url) => find(url) !== null,
    handle: (request, send) => {
      const found = find(request.url);
      if (!found) return null;
      const running: Running<C> = {
        request,
        found,
        latency: latency.get(found.route) as RouteLatency,
        abortController: createCallbackAbortController(),
        send,
        isDisconnected: false,
      };
      try {
        answerJson(running)?.catch((error: unknown) => fail(running, error));
      } catch (error) {
        fail(running, error);
      }
      return () => handleDisconnect(running, log);
    },
  };
}
