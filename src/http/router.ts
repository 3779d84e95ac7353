import express, { type Express, type Request, type Response } from 'express';
import helmet from 'helmet';
import { type Clock, systemClock } from '../core/clock.ts';
import { NotFoundError } from '../core/errors.ts';
import { type StreamSlots, takeSlot } from '../core/events/stream-slots.ts';
import type { Log } from '../core/log.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { createAnswerCache } from './answer-cache.ts';
import { writeError } from './error-body.ts';
import { parseInput, parseQuery } from './input.ts';
import { readJsonBody } from './read-json-body.ts';
import type { JsonRoute, Route, StreamRoute } from './route.ts';
import { type AnswerContext, serveJson } from './serve-json.ts';
import { eventFrame, eventStreamHeaders, writeEvents } from './streams/event-writer.ts';

export type RestOptions<C> = {
  readonly routes: readonly Route<C>[];
  readonly createContext: (request: Request, response: Response) => C;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly clock?: Clock;
  /** Bound of the encoded answers, bytes. */
  readonly maxAnswerBytes: number;
  /** Places for event streams. */
  readonly slots: StreamSlots;
  /** Fires when the service begins to stop. */
  readonly drain: AbortSignal;
};

/** What the REST door needs of a request's context. */
type RestContext = AnswerContext & { readonly clientAddress: string };

/** The express app of the REST door, made from routes as data; mounted below `/api`. */
export function createRest<C extends RestContext>(options: RestOptions<C>): Express {
  const { routes, createContext, log, telemetry, slots, drain, clock = systemClock } = options;
  const answers = createAnswerCache(clock, options.maxAnswerBytes);
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(
    helmet({ contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'cross-origin' } }),
  );
  app.use((request, response, next) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader(
      'Access-Control-Expose-Headers',
      'ETag, Age, X-Cache, X-Request-Id, Retry-After',
    );
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, OPTIONS');
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Content-Type, Accept, If-None-Match, Last-Event-ID, X-Request-Id',
    );
    response.setHeader('Access-Control-Max-Age', '86400');
    response.writeHead(204).end();
  });
  app.use((request, _response, next) => {
    // Bot snippets append /vision/… to a base that already ends in it (wire-facts 0.2).
    if (request.url.startsWith('/vision/vision/'))
      request.url = request.url.slice('/vision'.length);
    next();
  });

  async function serve(route: Route<C>, request: Request, response: Response): Promise<void> {
    const end = telemetry.requests.startTimer({ door: 'rest', route: route.path });
    response.once('close', () => end({ status: String(response.statusCode) }));
    try {
      if (route.kind === 'raw')
        return route.pass(request, response, createContext(request, response));
      const input = await readInput(route, request);
      const context = createContext(request, response);
      if (route.kind === 'stream') {
        return await serveStream({ route, input, context, request, response });
      }
      const door = { answers, clock, telemetry };
      await serveJson({ route, input, context, request, response, door });
    } catch (error) {
      if (!response.destroyed) writeError(response, error, log);
    }
  }

  async function serveStream(call: {
    readonly route: StreamRoute<C>;
    readonly input: Record<string, unknown>;
    readonly context: C;
    readonly request: Request;
    readonly response: Response;
  }): Promise<void> {
    const { route, input, context, request, response } = call;
    if (request.method === 'HEAD') return void response.writeHead(200, eventStreamHeaders).end();
    const slot = takeSlot(slots, context.clientAddress);
    response.once('close', slot.release);
    const frames = await route.open(input as never, context);
    const goodbye = eventFrame(route.goodbye);
    telemetry.openStreams.inc({ stream: route.path });
    response.once('close', () => telemetry.openStreams.dec({ stream: route.path }));
    return writeEvents({ response, frames, drain, goodbye });
  }

  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) {
      const target = app.route(expressPath(path));
      const answer = (request: Request, response: Response) => void serve(route, request, response);
      if (route.method === 'GET') target.get(answer);
      else target.post(answer);
      const allow = route.method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
      target.all((_request, response) => {
        response.setHeader('Allow', allow);
        writeStatus(response, 405, `use ${allow.split(',')[0]}`);
      });
    }
  }
  app.use(
    (_request, response) => void writeError(response, new NotFoundError('unknown path'), log),
  );
  app.use((error: unknown, _request: Request, response: Response, next: () => void) => {
    // Express itself fails only on a path that does not decode.
    if (response.headersSent) return next();
    const malformed = error instanceof URIError || (error as { status?: number }).status === 400;
    if (malformed) writeStatus(response, 400, 'the path is not valid percent-encoding');
    else writeError(response, error, log);
  });
  return app;
}

/** `{name}` of OpenAPI as `:name` of express; `{*name}` takes the rest of the path. */
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

async function readInput<C>(
  route: JsonRoute<C> | StreamRoute<C>,
  request: Request,
): Promise<Record<string, unknown>> {
  const search = request.url.indexOf('?');
  const query = new URLSearchParams(search < 0 ? '' : request.url.slice(search + 1));
  return {
    ...(route.params ? parseInput(route.params, request.params) : {}),
    ...(route.query ? parseQuery(route.query, query) : {}),
    ...(route.body ? parseInput(route.body, await readJsonBody(request, route.maxBodyBytes)) : {}),
  };
}
