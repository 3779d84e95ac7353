import express, { type Express, type Request, type Response, Router } from 'express';
import { lazy } from '../../lib/lazy-properties.ts';
import type { Log } from '../../lib/log.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { sendError, sendErrorStatus, sendMethodNotAllowed } from '../error-response.ts';
import { createDocsPages, type DocsPagesOptions } from '../pages/docs-page.ts';
import { corsHeaders } from '../response/cors.ts';
import { toResponse, toUncachedJson } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import { createGuidePages } from './guide-pages.ts';
import { createPurgeRouter, type PurgeOptions } from './purge.ts';

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

export type OpsOptions = OpsEndpointOptions &
  DocsPagesOptions & {
    readonly openApi: unknown;
    /** Returns the GraphQL schema in SDL; null where clients may not see it. */
    readonly sdl: (() => string) | null;
    /** False when `/metrics` has a port of its own. */
    readonly hasMetrics: boolean;
  };

/** Headers of the machine-readable descriptions of both APIs. */
const descriptionHeaders = { ...corsHeaders, 'Cache-Control': 'public, max-age=60' };

/** Creates the router of the probes, metrics, the descriptions of both APIs and the docs' pages. */
export function createOpsRouter(options: OpsOptions): Router {
  const { sdl } = options;
  const router = Router();
  const openApi = toResponse(JSON.stringify(options.openApi), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...descriptionHeaders },
  });
  router.use(createProbes(options));
  if (options.hasMetrics) router.use(createMetricsPage(options));
  router.get('/openapi.json', (request, response) => {
    void sendResponse(request, response, openApi);
  });
  router.all('/openapi.json', refuseMethod);
  if (sdl) {
    const schema = lazy(() =>
      toResponse(sdl(), {
        headers: { 'Content-Type': 'text/plain; charset=utf-8', ...descriptionHeaders },
      }),
    );
    router.get('/schema.graphql', (request, response) => {
      void sendResponse(request, response, schema());
    });
    router.all('/schema.graphql', refuseMethod);
  }
  router.use(createDocsPages(options, refuseMethod));
  router.use(createGuidePages(refuseMethod));
  return router;
}

/**
 * Creates the express app of the separate metrics port, with only the probes, `/metrics`, and purges
 * if they are allowed.
 */
export function createMetricsApp(options: OpsEndpointOptions, purging?: PurgeOptions): Express {
  const app = createExpress();
  app.use(createProbes(options));
  app.use(createMetricsPage(options));
  if (purging) app.use(createPurgeRouter(purging));
  endWithErrors(app, options.log);
  return app;
}

/** Creates an express app without handlers. */
export function createExpress(): Express {
  const app = express();
  return app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
}

const refuseMethod = (_request: Request, response: Response) =>
  sendMethodNotAllowed(response, 'GET, HEAD');

function createProbes(options: OpsEndpointOptions): Router {
  const router = Router();
  router.get('/healthz', (request, response) => {
    void sendResponse(request, response, toUncachedJson(200, { status: 'alive' }));
  });
  router.get('/readyz', async (request, response) => {
    await options.probe();
    const upstreams = options.health();
    const status = options.isDraining() ? 'draining' : options.isUsable() ? 'ready' : 'unavailable';
    const redis = options.redis?.();
    const details = options.details();
    const hasDetails = Object.keys(details).length > 0;
    const body = { status, upstreams, redis, ...(hasDetails ? { details } : {}) };
    void sendResponse(request, response, toUncachedJson(status === 'ready' ? 200 : 503, body));
  });
  router.all(['/healthz', '/readyz'], refuseMethod);
  return router;
}

function createMetricsPage({ telemetry }: OpsEndpointOptions): Router {
  const router = Router();
  router.get('/metrics', async (request, response) => {
    const { contentType } = telemetry.registry;
    void sendResponse(request, response, {
      status: 200,
      headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' },
      body: Buffer.from(await telemetry.registry.metrics()),
    });
  });
  router.all('/metrics', refuseMethod);
  return router;
}

/** Adds the last handlers: a 404 for unknown paths, and an error response for thrown errors. */
export function endWithErrors(app: Express, log: Log): void {
  app.use((_request, response) =>
    sendErrorStatus(response, { status: 404, message: 'unknown path' }),
  );
  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: () => void) => {
    sendError(response, error, { log });
  });
}
