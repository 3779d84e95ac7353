import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Clock } from '../../lib/clock.ts';
import type { ClientRateLimiter } from '../../lib/limits/client-rate-limits.ts';
import {
  memoryOfResponseByte,
  type OperationsInProgress,
} from '../../lib/limits/operations-in-progress.ts';
import type { Log } from '../../lib/log.ts';
import type { RouteLatencyByStatus } from '../../telemetry/telemetry.ts';
import {
  sendError,
  sendErrorStatus,
  sendMethodNotAllowed,
  toErrorResponse,
} from '../error-response.ts';
import { parseParams, parsePathAndQueryParams } from '../parse-params.ts';
import { createRateLimitAdmission } from '../rate-limit-admission.ts';
import { readJsonBody } from '../read-json-body.ts';
import { type ClientIdentifyingRequest, disconnectSignal } from '../request-id-and-address.ts';
import type { AcceptedRequest, CachedApi, RequestRunner } from '../request-runner.ts';
import { createPreflightResponse } from '../response/cors.ts';
import { sendResponse } from '../response/send-response.ts';
import type { JsonRoute, NodeHandlerRoute, Route, StreamRoute } from '../route.ts';
import { recordLatencyOnClose } from '../sse/response-metrics.ts';
import { rawKeyOfRead, readFormat } from './csv-response.ts';
import { restSecurityHeaders } from './rest-security-headers.ts';
import { computeJsonRouteResponse, type JsonRouteContext } from './serve-json-route.ts';
import { type StreamRouteDeps, serveStreamRoute } from './serve-stream-route.ts';

/** The path prefix of the REST API. */
export const restMountPath = '/api';

/** Dependencies of the REST router; `createContext` creates the context of one request. */
export type RestRouterOptions<C> = StreamRouteDeps & {
  readonly routes: readonly Route<C>[];
  /** Path prefixes that some clients send, with the prefixes that they stand for. */
  readonly prefixAliases: Readonly<Record<string, string>>;
  readonly run: RequestRunner['run'];
  readonly clock: Clock;
  /** Counts requests; undefined admits all. */
  readonly limit: ClientRateLimiter | undefined;
  readonly addressOf: (request: ClientIdentifyingRequest) => string;
  /** Bounds the memory of everything that is computed at one time, GraphQL operations included. */
  readonly inProgress: OperationsInProgress;
  readonly createContext: (request: IncomingMessage, signal: AbortSignal, route: string) => C;
  readonly log: Log;
};

type Call<R> = {
  readonly route: R;
  readonly latency: RouteLatencyByStatus;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: Request;
  readonly response: ServerResponse;
};

const formatError: AcceptedRequest['formatError'] = (error) =>
  toErrorResponse(error, { headers: restSecurityHeaders });

/** Returns how the REST API uses the response cache: by the URL of a GET or HEAD request. */
export function createRestCaching({
  limit,
  addressOf,
}: Pick<RestRouterOptions<never>, 'limit' | 'addressOf'>): CachedApi {
  return {
    formatError,
    charge: limit && ((request) => limit.consume(addressOf(request), 1)),
    rawKeyOf: ({ method, url = '', headers }) =>
      method === 'GET' || method === 'HEAD' ? rawKeyOfRead(url, headers) : null,
  };
}

/** Creates the router of the REST API, which is mounted at `restMountPath`. */
export function createRestRouter<C extends JsonRouteContext>(
  options: RestRouterOptions<C>,
): Router {
  const { routes, prefixAliases, run, clock, limit, addressOf, createContext, log } = options;
  const { inProgress } = options;
  const admit = createRateLimitAdmission({ limit, addressOf, log });

  function serveJsonRoute({ route, latency, params, request, response }: Call<JsonRoute<C>>): void {
    const { body: schema, maxBodyBytes, method } = route;
    const handle = (signal: AbortSignal) => {
      const { url, isCsv } = readFormat(route, request);
      const inUrl = parsePathAndQueryParams(route, params, url);
      const compute = (input: Record<string, unknown>) => {
        const context = createContext(request, signal, route.path);
        const work = () => computeJsonRouteResponse({ route, input, context, clock, isCsv });
        if (!route.estimateBytes) return work();
        const bytes = route.estimateBytes(input as never) * memoryOfResponseByte;
        return inProgress.run({ client: addressOf(request), bytes, signal }, work);
      };
      if (!schema) return compute(inUrl);
      return readJsonBody(request, maxBodyBytes).then((body) =>
        compute({ ...inUrl, ...parseParams(schema, body) }),
      );
    };
    const accepted = {
      api: 'rest' as const,
      latency,
      rawKey: method === 'GET' ? rawKeyOfRead(request.originalUrl, request.headers) : null,
      handle: limit
        ? (signal: AbortSignal) => limit.consume(addressOf(request), 1).then(() => handle(signal))
        : handle,
      formatError,
    };
    run(accepted, request, response);
  }

  function serveUnbuffered(call: Call<StreamRoute<C> | NodeHandlerRoute<C>>): void {
    const { route, latency, request, response } = call;
    recordLatencyOnClose(response, latency);
    const fail = (error: unknown) => {
      if (!response.destroyed) sendError(response, error, { log, headers: restSecurityHeaders });
    };
    if (route.kind === 'stream') {
      serveStream({ ...call, route }).catch(fail);
      return;
    }
    response.setHeaders(new Map(Object.entries(restSecurityHeaders)));
    try {
      const context = createContext(request, disconnectSignal(response), route.path);
      route.handleNode(request, response, context);
    } catch (error) {
      fail(error);
    }
  }

  async function serveStream({ route, params, request, response }: Call<StreamRoute<C>>) {
    await serveStreamRoute(options, {
      route,
      input: parsePathAndQueryParams(route, params, request.url),
      request,
      response,
      createContext: (signal) => createContext(request, signal, route.path),
      headers: restSecurityHeaders,
    });
  }

  const router = Router({ caseSensitive: true });
  router.use((request, _response, next) => {
    for (const [alias, prefix] of Object.entries(prefixAliases)) {
      if (request.url.startsWith(alias)) request.url = prefix + request.url.slice(alias.length);
    }
    next();
  });
  for (const route of routes) {
    const latency = options.telemetry.routeLatency('rest', route.path);
    const handle = (request: Request, response: Response) => {
      const call = { latency, params: request.params, request, response };
      if (route.kind === 'json') serveJsonRoute({ ...call, route });
      else admit(request, response, () => serveUnbuffered({ ...call, route }));
    };
    const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
    const headers = { ...restSecurityHeaders, Allow: allow };
    const preflight = createPreflightResponse(allow, headers);
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const target = router.route(expressPath(path));
      if (route.method === 'GET') target.get(handle);
      else target.post(handle);
      target.options((request, response) => void sendResponse(request, response, preflight));
      target.all((_request, response) => sendMethodNotAllowed(response, allow, headers));
    }
  }
  router.use((_request, response) => {
    const headers = restSecurityHeaders;
    sendErrorStatus(response, { status: 404, message: 'unknown path', headers });
  });
  router.use((error: unknown, _request: Request, response: Response, _next: () => void) => {
    // Apart from failing handlers, express fails only on paths with invalid percent-encoding.
    const malformed = error instanceof URIError || (error as { status?: number }).status === 400;
    const message = 'the path is not valid percent-encoding';
    const headers = restSecurityHeaders;
    if (malformed) sendErrorStatus(response, { status: 400, message, headers });
    else sendError(response, error, { log, headers });
  });
  return router;
}

/** Translates OpenAPI's `{name}` to express's `:name`, and `{*name}` to `*name`. */
function expressPath(path: string): string {
  return path.replace(
    /\{(\*?)(\w+)\}/g,
    (_match, star: string, name: string) => `${star || ':'}${name}`,
  );
}
