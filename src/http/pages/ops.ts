import express, { type Express, type Request, type Response } from 'express';
import type { Log } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import { encodeAnswer } from '../answers/encoded-answer.ts';
import { headerBlock, setHeaders } from '../answers/headers.ts';
import { openToPages } from '../answers/open-to-pages.ts';
import { sendAnswer } from '../answers/send-answer.ts';
import { nameRequest, tellRequestId } from '../client.ts';
import { writeErrorAnswer, writeMethods } from '../error-answer.ts';
import { writeError } from '../error-body.ts';
import { createDocsPage } from './docs-page.ts';

export type OpsOptions = {
  /** Each upstream's state by name. */
  readonly health: () => Readonly<Record<string, string>>;
  /** The state of Redis, where there is one; a gateway is ready without it. */
  readonly redis?: (() => string) | undefined;
  /** Asks upstreams that have not answered lately, so that readiness is never a guess. */
  readonly probe: () => Promise<void>;
  readonly isDraining: () => boolean;
  readonly telemetry: Telemetry;
  readonly log: Log;
  readonly openApi: unknown;
};

const opsPaths = ['/healthz', '/readyz', '/metrics', '/openapi.json'];

/** What operators and readers of the API ask at the origin: health, metrics, the OpenAPI document. */
export function createOps(options: OpsOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((request, response, next) => {
    tellRequestId(request, response);
    next();
  });
  const openApi = encodeAnswer(JSON.stringify(options.openApi), {
    shared: headerBlock(['Access-Control-Allow-Origin', '*']),
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
    void sendAnswer(request, response, {
      answer: openApi,
      more: ['X-Request-Id', nameRequest(request)],
    });
  });
  const refuseMethod = (_request: Request, response: Response) =>
    writeMethods(response, 'GET, HEAD');
  app.all(opsPaths, refuseMethod);
  app.use(createDocsPage(refuseMethod));
  app.use((_request, response) =>
    writeErrorAnswer(response, { status: 404, error: 'unknown path' }),
  );
  // Nothing here fails by what is asked. That it takes four tells express that it takes errors.
  app.use((error: unknown, _request: Request, response: Response, _next: () => void) => {
    if (!response.headersSent) setHeaders(response, openToPages);
    writeError(response, error, options.log);
  });
  return app;
}
