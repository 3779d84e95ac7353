import express, { type Express, type Request, type Response } from 'express';
import type { Log } from '../../lib/log.ts';
import type { Telemetry } from '../../telemetry.ts';
import { writeErrorResponse } from '../error-response.ts';
import { writeMethodNotAllowed, writePlainError } from '../plain-error.ts';
import { ensureRequestId, setRequestIdHeader } from '../request-identity.ts';
import { corsHeaders } from '../response/cors.ts';
import { encodeBody } from '../response/encoded-body.ts';
import { createHeaderBlock, setResponseHeaders } from '../response/header-list.ts';
import { sendResponse } from '../response/send-response.ts';
import { createDocsPage } from './docs-page.ts';

export type OpsOptions = {
  /** Returns the state of each upstream by name. */
  readonly health: () => Readonly<Record<string, string>>;
  /** Returns the state of Redis, if configured; readiness does not depend on it. */
  readonly redis?: (() => string) | undefined;
  /**
   * Calls the upstreams without recent responses, so that readiness reflects their current state.
   */
  readonly probe: () => Promise<void>;
  readonly isDraining: () => boolean;
  readonly telemetry: Telemetry;
  readonly log: Log;
  readonly openApi: unknown;
};

const opsPaths = ['/healthz', '/readyz', '/metrics', '/openapi.json'];

/** Creates the express app of health, metrics, the OpenAPI document and the REST reference. */
export function createOpsApp(options: OpsOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((request, response, next) => {
    setRequestIdHeader(request, response);
    next();
  });
  const openApi = encodeBody(JSON.stringify(options.openApi), {
    shared: createHeaderBlock(['Access-Control-Allow-Origin', '*']),
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'public, max-age=60',
  });

  app.get('/healthz', (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.json({ status: 'alive' });
  });
  app.get('/readyz', async (_request, response) => {
    await options.probe();
    const upstreams = options.health();
    const usable = Object.values(upstreams).some((health) => health === 'up');
    const status = options.isDraining() ? 'draining' : usable ? 'ready' : 'unavailable';
    response.setHeader('Cache-Control', 'no-store');
    const redis = options.redis?.();
    response.status(status === 'ready' ? 200 : 503).json({ status, upstreams, redis });
  });
  app.get('/metrics', async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type(options.telemetry.registry.contentType);
    response.send(await options.telemetry.registry.metrics());
  });
  app.get('/openapi.json', (request, response) => {
    void sendResponse(request, response, {
      body: openApi,
      extraHeaders: ['X-Request-Id', ensureRequestId(request)],
    });
  });
  const refuseMethod = (_request: Request, response: Response) =>
    writeMethodNotAllowed(response, 'GET, HEAD');
  app.all(opsPaths, refuseMethod);
  app.use(createDocsPage(refuseMethod));
  app.use((_request, response) =>
    writePlainError(response, { status: 404, error: 'unknown path' }),
  );
  // All errors here are internal. Express recognizes an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: () => void) => {
    if (!response.headersSent) setResponseHeaders(response, corsHeaders);
    writeErrorResponse(response, error, options.log);
  });
  return app;
}
