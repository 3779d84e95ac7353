import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { Clock } from '../../lib/clock.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { StreamLimiter } from '../../streaming/stream-limits.ts';
import type { RouteLatency, Telemetry } from '../../telemetry.ts';
import { writeErrorResponse } from '../error-response.ts';
import { parseParams } from '../parse-params.ts';
import { readJsonBody } from '../read-json-body.ts';
import { type IdentifyRequest, setRequestIdHeader } from '../request-identity.ts';
import type { Coalesce } from '../response/coalesce.ts';
import { writeCorsPreflight } from '../response/cors.ts';
import type { ResponseCache } from '../response/response-cache.ts';
import type { OutgoingResponse, ResponseSender } from '../response/send-cached.ts';
import type { Route } from '../route.ts';
import { recordLatencyOnClose } from '../sse/response-metrics.ts';
import type { SseHub } from '../sse/sse-hub.ts';
import { collectParameters } from './collect-parameters.ts';
import { restHeaders, setRestHeaders } from './rest-headers.ts';
import { createRouteMatcher, restMountPath } from './route-matcher.ts';
import { type JsonContext, serveJson } from './serve-json.ts';
import { serveStream } from './serve-stream.ts';

export type RestOptions<C> = {
  readonly routes: readonly Route<C>[];
  readonly createContext: (
    request: IncomingMessage,
    response: ServerResponse,
    origin?: { readonly signal?: AbortSignal; readonly tellsId?: boolean },
  ) => C;
  readonly identifyRequest: IdentifyRequest;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly responseCache: ResponseCache;
  readonly coalesce: Coalesce;
  readonly responseSender: ResponseSender;
  /** Limits the number of open event streams. */
  readonly streamLimiter: StreamLimiter;
  readonly sseHub: SseHub;
  /** Whether GET requests of JSON routes and event streams skip express; true by default. */
  readonly fastPathEnabled?: boolean;
};

/** Handles REST requests; their URLs come without the `/api` prefix. */
export type RestHandler = (request: IncomingMessage, response: ServerResponse) => void;

type RestContext = JsonContext;

/** A request with its route, matched by the fast path or by express. */
type Call<C> = {
  readonly route: Route<C>;
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

/** JSON and event-stream responses write `X-Request-Id` with their other headers. */
const tellsId = { tellsId: true } as const;

/** Creates the REST API: an express app, and a route matcher that skips it for most GETs. */
export function createRestHandler<C extends RestContext>(options: RestOptions<C>): RestHandler {
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

  function serve(call: Call<C>): void {
    const startedAt = performance.now();
    const { route, response } = call;
    const routeTimes = latency.get(route) as RouteLatency;
    if (route.kind !== 'json') recordLatencyOnClose(response, routeTimes);
    const done = () => {
      if (route.kind !== 'json') return;
      routeTimes(response.statusCode).observe((performance.now() - startedAt) / 1000);
    };
    const fail = (error: unknown) => {
      tellError(call, error);
      done();
    };
    try {
      const running = begin(call, routeTimes);
      if (running) running.then(done, fail);
      else done();
    } catch (error) {
      fail(error);
    }
  }

  function begin(call: Call<C>, routeTimes: RouteLatency): void | Promise<void> {
    const { route, request, response } = call;
    if (route.kind === 'raw')
      return route.handleRaw(request, response, createContext(request, response));
    const input = collectParameters(route, call.params, request.url ?? '');
    if (route.kind === 'stream') {
      return serveStream(options, {
        route,
        input,
        request,
        response,
        createContext: (signal) => createContext(request, response, { signal, ...tellsId }),
        headers: restHeaders.list,
      });
    }
    const answerJson = (): void | Promise<void> => {
      const context = createContext(request, response, tellsId);
      const rawKey = route.method === 'GET' ? restMountPath + urlOf(request) : null;
      const send = (made: OutgoingResponse) => responseSender.send(request, response, made);
      const json = { route, latency: routeTimes, input, rawKey, context, send };
      return serveJson(json, api);
    };
    const shape = route.body;
    if (!shape) return answerJson();
    return readJsonBody(request, route.maxBodyBytes).then((body) => {
      Object.assign(input, parseParams(shape, body));
      return answerJson();
    });
  }

  function tellError({ request, response }: Call<C>, error: unknown): void {
    if (response.destroyed) return;
    if (!response.headersSent) {
      setRestHeaders(response);
      setRequestIdHeader(request, response);
    }
    writeErrorResponse(response, error, log);
  }

  const app = createApp(routes, log, serve);
  if (options.fastPathEnabled === false) return app;
  const findRead = createRouteMatcher(routes);
  return (request, response) => {
    const found = findRead(request);
    if (found) serve({ route: found.route, params: found.params, request, response });
    else app(request, response);
  };
}

/** Creates the express app, which handles every method and path, known or not. */
function createApp<C>(
  routes: readonly Route<C>[],
  log: Log,
  serve: (call: Call<C>) => void,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use((request, response, next) => {
    setRestHeaders(response);
    setRequestIdHeader(request, response);
    next();
  });
  app.use((request, _response, next) => {
    // Some clients append `/vision/…` to a base URL that already ends in `/vision`.
    if (request.url.startsWith('/vision/vision/'))
      request.url = request.url.slice('/vision'.length);
    next();
  });

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const target = app.route(expressPath(path));
      const response = (request: Request, response: Response) =>
        serve({ route, params: request.params, request, response });
      if (route.method === 'GET') target.get(response);
      else target.post(response);
      const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
      target.all((request, response) => {
        response.setHeader('Allow', allow);
        if (request.method === 'OPTIONS') writeCorsPreflight(response, allow);
        else writeStatus(response, 405, `use ${allow.split(',')[0]}`);
      });
    }
  }
  app.use(
    (_request, response) =>
      void writeErrorResponse(response, new NotFoundError('unknown path'), log),
  );
  app.use((error: unknown, _request: Request, response: Response, next: () => void) => {
    // Apart from failing handlers, express fails only on paths with invalid percent-encoding.
    if (response.headersSent) return next();
    const malformed = error instanceof URIError || (error as { status?: number }).status === 400;
    if (malformed) writeStatus(response, 400, 'the path is not valid percent-encoding');
    else writeErrorResponse(response, error, log);
  });
  return app;
}

/** Translates OpenAPI's `{name}` to express's `:name`, and `{*name}` to `*name`. */
function expressPath(path: string): string {
  return path.replace(
    /\{(\*?)(\w+)\}/g,
    (_match, star: string, name: string) => `${star || ':'}${name}`,
  );
}

function writeStatus(response: Response, status: number, message: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json({ error: message });
}

/** The URL as received; express rewrites `url`. */
function urlOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}
