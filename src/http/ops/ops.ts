import express, { type Express, type Request, type Response, Router } from 'express';
import type { Log } from '../../lib/log.ts';
import type { ScalarDescription } from '../../lib/scalar-description.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { sendError, sendErrorStatus, sendMethodNotAllowed } from '../error-response.ts';
import type { ServeWebApp } from '../explorer/explorer.ts';
import { setRequestIdHeader } from '../request-id-and-address.ts';
import { toResponse } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import { createDocsPages } from './docs-page.ts';

/** What `/healthz`, `/readyz` and `/metrics` report. */
export type OpsEndpointOptions = {
  readonly health: () => Readonly<Record<string, string>>;
  readonly redis?: (() => string) | undefined;
  /** What is wrong with upstreams or Redis, by name; empty if nothing is known. */
  readonly details: () => Readonly<Record<string, string>>;
  /** Calls the upstreams without recent responses. */
  readonly probe: () => Promise<void>;
  /** Whether enough upstreams are up to be ready. */
  readonly isUsable: () => boolean;
  readonly isDraining: () => boolean;
  readonly telemetry: Telemetry;
  readonly log: Log;
};

export type OpsOptions = OpsEndpointOptions & {
  readonly openApi: unknown;
  readonly scalars: readonly ScalarDescription[];
  /** False when `/metrics` has a port of its own. */
  readonly hasMetrics: boolean;
  /** Answers browsers at unknown paths; returns false for other clients. */
  readonly serveUnknown: ServeWebApp;
};

/** Creates the express app of the probes, metrics, the OpenAPI document and the pages of the docs. */
export function createOpsApp(options: OpsOptions): Express {
  const app = createExpress();
  const openApi = toResponse(JSON.stringify(options.openApi), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=60',
    },
  });

  app.use(createProbes(options));
  if (options.hasMetrics) app.use(createMetricsPage(options));
  app.get('/openapi.json', (request, response) => {
    void sendResponse(request, response, openApi);
  });
  app.all('/openapi.json', refuseMethod);
  app.use(createDocsPages(options.scalars, refuseMethod));
  app.use((request, response, next) => {
    if (!options.serveUnknown(request, response)) next();
  });
  endWithErrors(app, options.log);
  return app;
}

/** Creates the express app of the separate metrics port, with only the probes and `/metrics`. */
export function createMetricsApp(options: OpsEndpointOptions): Express {
  const app = createExpress();
  app.use(createProbes(options));
  app.use(createMetricsPage(options));
  endWithErrors(app, options.log);
  return app;
}

function createExpress(): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((request, response, next) => {
    setRequestIdHeader(request, response);
    next();
  });
  return app;
}

const refuseMethod = (_request: Request, response: Response) =>
  sendMethodNotAllowed(response, 'GET, HEAD');

function createProbes(options: OpsEndpointOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'alive' });
  });
  router.get('/readyz', async (_request, response) => {
    await options.probe();
    const upstreams = options.health();
    const status = options.isDraining() ? 'draining' : options.isUsable() ? 'ready' : 'unavailable';
    response.setHeader('Cache-Control', 'no-store');
    const details = options.details();
    response.status(status === 'ready' ? 200 : 503).json({
      status,
      upstreams,
      redis: options.redis?.(),
      ...(Object.keys(details).length > 0 ? { details } : {}),
    });
  });
  router.all(['/healthz', '/readyz'], refuseMethod);
  return router;
}

function createMetricsPage({ telemetry }: OpsEndpointOptions): Router {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type(telemetry.registry.contentType);
    response.send(await telemetry.registry.metrics());
  });
  router.all('/metrics', refuseMethod);
  return router;
}

/** Adds the last handlers: a 404 for unknown paths, and an error response for thrown errors. */
function endWithErrors(app: Express, log: Log): void {
  app.use((_request, response) =>
    sendErrorStatus(response, { status: 404, message: 'unknown path' }),
  );
  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: () => void) => {
    sendError(response, error, { log });
  });
}
