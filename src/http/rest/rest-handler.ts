import type { Clock } from '../../lib/clock.ts';
import type { ClientRateLimits } from '../../lib/limits/client-rate-limits.ts';
import type { Log } from '../../lib/log.ts';
import type { RouteLatencyByStatus, Telemetry } from '../../telemetry/telemetry.ts';
import type { AcceptedRequest, ApiRequest, ApiRequestHandler } from '../api-request-dispatcher.ts';
import { toErrorResponse } from '../error-response.ts';
import { parsePathAndQueryParams } from '../parse-params.ts';
import type { JsonRoute, Route } from '../route.ts';
import { rawKeyOfRead, readFormat } from './csv-response.ts';
import { restSecurityHeaders } from './rest-security-headers.ts';
import { createRouteMatcher, restMountPath } from './route-matcher.ts';
import { computeJsonRouteResponse, type JsonRouteContext } from './serve-json-route.ts';

/** A request whose JSON route is known. */
export type MatchedJsonRequest<C> = {
  readonly route: JsonRoute<C>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: ApiRequest;
  /** The raw cache key; null for POST. */
  readonly rawKey: string | null;
  readonly readBody?: (() => Promise<object>) | undefined;
};

/** Handles requests for the JSON routes of the REST API, and finds routes for the router. */
export type JsonRoutesHandler<C> = ApiRequestHandler & {
  /** Finds the route of a GET or HEAD request whose URL comes without the `/api` prefix. */
  readonly findRead: ReturnType<typeof createRouteMatcher<C>>;
  readonly latencyOf: (route: Route<C>) => RouteLatencyByStatus;
  readonly acceptRoute: (call: MatchedJsonRequest<C>) => AcceptedRequest;
};

/** Creates the JSON handler. `accept` finds GET and HEAD routes; the router calls `acceptRoute`. */
export function createJsonRoutesHandler<C extends JsonRouteContext>(options: {
  readonly clock: Clock;
  readonly routes: readonly Route<C>[];
  /** Creates the context of a request: identifies its client and assigns its id. */
  readonly createContext: (request: ApiRequest, signal: AbortSignal, route: string) => C;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clientLimits: Pick<ClientRateLimits, 'rest'>;
  readonly addressOf: (request: ApiRequest) => string;
}): JsonRoutesHandler<C> {
  const { routes, createContext, telemetry, clientLimits, addressOf, clock } = options;
  const limit = clientLimits.rest;
  const latency = new Map(
    routes.map((route) => [route, telemetry.routeLatency('rest', route.path)]),
  );
  const latencyOf = (route: Route<C>) => latency.get(route) as RouteLatencyByStatus;
  const findRead = createRouteMatcher(routes);

  function acceptRoute({
    route,
    params,
    request,
    rawKey,
    readBody,
  }: MatchedJsonRequest<C>): AcceptedRequest {
    const routeLatency = latencyOf(route);
    const handle = (signal: AbortSignal) => {
      const { url, isCsv } = readFormat(route, request);
      const input = parsePathAndQueryParams(route, params, url);
      const serve = (body?: object) => {
        const context = createContext(request, signal, route.path);
        const all = body ? { ...input, ...body } : input;
        return computeJsonRouteResponse({ route, input: all, context, clock, isCsv });
      };
      return readBody ? readBody().then(serve) : serve();
    };
    return {
      api: 'rest',
      latency: routeLatency,
      rawKey,
      handle: limit
        ? (signal) => limit.consume(addressOf(request), 1).then(() => handle(signal))
        : handle,
      formatError,
    };
  }

  return {
    formatError,
    charge: limit && ((request) => limit.consume(addressOf(request), 1)),
    rawKeyOf: ({ method, url = '', headers }) =>
      method === 'GET' || method === 'HEAD' ? rawKeyOfRead(url, headers) : null,
    accept: (request, rawKey) => {
      const { method, url = '' } = request;
      const found = findRead({ method, url: url.slice(restMountPath.length) });
      if (found?.route.kind !== 'json') return null;
      return acceptRoute({ route: found.route, params: found.params, request, rawKey });
    },
    acceptRoute,
    findRead,
    latencyOf,
  };
}

const formatError: AcceptedRequest['formatError'] = (error) =>
  toErrorResponse(error, { headers: restSecurityHeaders });
