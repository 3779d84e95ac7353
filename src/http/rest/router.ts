import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type { Log } from '../../lib/log.ts';
import type { ApiRequestDispatcher } from '../api-request-dispatcher.ts';
import { sendError, sendErrorStatus, sendMethodNotAllowed } from '../error-response.ts';
import { parseParams, parsePathAndQueryParams } from '../parse-params.ts';
import type { ServeWithinRateLimit } from '../rate-limit-admission.ts';
import { readJsonBody } from '../read-json-body.ts';
import { disconnectSignal } from '../request-id-and-address.ts';
import { createPreflightResponse } from '../response/cors.ts';
import { sendResponse } from '../response/send-response.ts';
import type { JsonRoute, NodeHandlerRoute, Route, StreamRoute } from '../route.ts';
import { recordLatencyOnClose } from '../sse/response-metrics.ts';
import { rawKeyOfRead } from './csv-response.ts';
import type { JsonRoutesHandler } from './rest-handler.ts';
import { restSecurityHeaders } from './rest-security-headers.ts';
import { restMountPath } from './route-matcher.ts';
import type { JsonRouteContext } from './serve-json-route.ts';
import { type StreamRouteDeps, serveStreamRoute } from './serve-stream-route.ts';

/** Dependencies of the REST router; `createContext` creates the context of one request. */
export type RestRouterOptions<C> = StreamRouteDeps & {
  readonly routes: readonly Route<C>[];
  readonly restHandler: JsonRoutesHandler<C>;
  readonly run: ApiRequestDispatcher['run'];
  readonly admit: ServeWithinRateLimit;
  readonly createContext: (request: IncomingMessage, signal: AbortSignal, route: string) => C;
  readonly log: Log;
};

/** Handles REST requests; their URLs come without the `/api` prefix. */
export type RestRouter = (request: IncomingMessage, response: ServerResponse) => void;

type Call<R> = {
  readonly route: R;
  readonly params: Readonly<Record<string, unknown>>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
};

/**
 * Creates the function that serves node's REST requests: event streams directly, others by express.
 */
export function createRestRouter<C extends JsonRouteContext>(
  options: RestRouterOptions<C>,
): RestRouter {
  const { routes, restHandler, run, admit, createContext, log } = options;

  function serve(call: Call<Route<C>>): void {
    const { route } = call;
    if (route.kind === 'json') serveJsonRoute({ ...call, route });
    else admit(call.request, call.response, () => serveUnbuffered({ ...call, route }));
  }

  function serveJsonRoute({ route, params, request, response }: Call<JsonRoute<C>>): void {
    const { body: schema, maxBodyBytes, method } = route;
    const accepted = restHandler.acceptRoute({
      route,
      params,
      request,
      rawKey:
        method === 'GET' ? rawKeyOfRead(restMountPath + urlOf(request), request.headers) : null,
      readBody:
        schema &&
        (async () => parseParams(schema, await readJsonBody(request, maxBodyBytes)) as object),
    });
    run(accepted, request, response);
  }

  function serveUnbuffered(call: Call<StreamRoute<C> | NodeHandlerRoute<C>>): void {
    const { route, request, response } = call;
    recordLatencyOnClose(response, restHandler.latencyOf(route));
    if (route.kind === 'stream') {
      beginStream({ ...call, route }).catch((error: unknown) => writeError(call, error));
      return;
    }
    response.setHeaders(new Map(Object.entries(restSecurityHeaders)));
    try {
      route.handleNode(
        request,
        response,
        createContext(request, disconnectSignal(response), route.path),
      );
    } catch (error) {
      writeError(call, error);
    }
  }

  async function beginStream({ route, params, request, response }: Call<StreamRoute<C>>) {
    await serveStreamRoute(options, {
      route,
      input: parsePathAndQueryParams(route, params, request.url ?? ''),
      request,
      response,
      createContext: (signal) => createContext(request, signal, route.path),
      headers: restSecurityHeaders,
    });
  }

  function writeError({ response }: Call<Route<C>>, error: unknown): void {
    if (!response.destroyed) sendError(response, error, { log, headers: restSecurityHeaders });
  }

  const app = createApp(routes, log, serve);
  return (request, response) => {
    const found = restHandler.findRead(request);
    if (found) serve({ ...found, request, response });
    else app(request, response);
  };
}

/** Creates the express app, which handles every method and path, known or not. */
function createApp<C>(
  routes: readonly Route<C>[],
  log: Log,
  serve: (call: Call<Route<C>>) => void,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use((request, _response, next) => {
    // Some clients append `/vision/…` to a base URL that already ends in `/vision`.
    if (request.url.startsWith('/vision/vision/'))
      request.url = request.url.slice('/vision'.length);
    next();
  });

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const target = app.route(expressPath(path));
      const handle = (request: Request, response: Response) =>
        serve({ route, params: request.params, request, response });
      if (route.method === 'GET') target.get(handle);
      else target.post(handle);
      const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
      target.all((request, response) => {
        const headers = { ...restSecurityHeaders, Allow: allow };
        if (request.method === 'OPTIONS') {
          void sendResponse(request, response, createPreflightResponse(allow, headers));
        } else {
          sendMethodNotAllowed(response, allow, headers);
        }
      });
    }
  }
  app.use((_request, response) => {
    const headers = restSecurityHeaders;
    sendErrorStatus(response, { status: 404, message: 'unknown path', headers });
  });
  app.use((error: unknown, _request: Request, response: Response, next: () => void) => {
    // Apart from failing handlers, express fails only on paths with invalid percent-encoding.
    if (response.headersSent) return next();
    const malformed = error instanceof URIError || (error as { status?: number }).status === 400;
    const message = 'the path is not valid percent-encoding';
    const headers = restSecurityHeaders;
    if (malformed) sendErrorStatus(response, { status: 400, message, headers });
    else sendError(response, error, { log, headers });
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

/** The URL as received; express rewrites `url`. */
function urlOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}
