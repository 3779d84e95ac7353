import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { UndeliveredBytes } from '../http/connections/undelivered-bytes.ts';
import { logServerError } from '../http/error-response.ts';
import { decodeUtf8Body, maxGraphQLBodyBytes, readRawJsonBody } from '../http/read-json-body.ts';
import { disconnectSignal, setRequestIdHeader } from '../http/request-id-and-address.ts';
import type { ApiRequest, RequestRunner } from '../http/request-runner.ts';
import { getRequestIds } from '../http/request-trace.ts';
import { corsHeaders, createPreflightResponse } from '../http/response/cors.ts';
import type { HttpResponse } from '../http/response/http-response.ts';
import { sendResponse } from '../http/response/send-response.ts';
import { recordLatencyOnClose } from '../http/sse/response-metrics.ts';
import { type GatewayError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { costHeaders } from './cost/shown-cost.ts';
import { createGraphiQL, type GraphiQLOptions } from './graphiql/graphiql.ts';
import { createErrorMask } from './graphql-errors.ts';
import {
  extensionsOf,
  formatGraphQLErrorResponse,
  type GraphQLHandler,
  responseFormOf,
} from './handler.ts';
import { graphqlPath } from './paths.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import {
  acceptsMultipart,
  eventStreamPreference,
  negotiateMediaType,
  prefersHtml,
} from './request/media-type.ts';
import { acceptQueryHeader, graphqlMethods, hasGraphQLBody } from './request/methods.ts';
import {
  type DocumentTransport,
  parseRequestParams,
  refuseMediaType,
  refuseMethod,
} from './transports/json.ts';
import { writeMultipart } from './transports/multipart.ts';

const preflight = createPreflightResponse(graphqlMethods, {
  ...corsHeaders,
  ...acceptQueryHeader,
  Allow: graphqlMethods,
});

type RequestWithBody = IncomingMessage & { body?: Buffer | undefined };

/**
 * Creates the middleware of `/graphql`: it reads bodies, runs operations whose response is one
 * document, and serves preflights, GraphiQL, event streams and incremental responses.
 */
export function createGraphQLNodeHandler(options: {
  readonly executeDocument: DocumentTransport;
  readonly documents: PersistedDocuments;
  readonly createContext: (request: ApiRequest, signal: AbortSignal) => Context;
  /** Handles subscriptions and incremental responses that are sent as events. */
  readonly stream: (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ) => void;
  readonly handler: GraphQLHandler;
  readonly graphiql: GraphiQLOptions;
  readonly run: RequestRunner['run'];
  readonly unread: UndeliveredBytes;
  readonly log: Log;
  readonly telemetry: Telemetry;
}) {
  const { executeDocument, documents, createContext, stream, handler, run } = options;
  const { unread, log, telemetry } = options;
  const mask = createErrorMask(log);
  const graphiql = createGraphiQL(options.graphiql);
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  /** Reads a body before the response cache is asked; the stream handler reads its own. */
  function readBody(request: RequestWithBody, response: ServerResponse, next: () => void): void {
    const { method, headers } = request;
    if (!hasGraphQLBody(method) || eventStreamPreference(headers.accept) === 'preferred') {
      next();
      return;
    }
    readRawJsonBody(request, maxGraphQLBodyBytes).then(
      (body) => {
        request.body = body;
        next();
      },
      (error) => {
        const handle = () => Promise.reject(error);
        const formatError = formatGraphQLErrorResponse;
        run({ api: 'graphql', latency, rawKey: null, handle, formatError }, request, response);
      },
    );
  }

  function serveUnbuffered(request: RequestWithBody, response: ServerResponse): void {
    const body = request.body ?? null;
    // A request lives as long as its response; an event stream would keep the body in memory.
    request.body = undefined;
    const { headers, method } = request;
    const isPage = method === 'GET' && prefersHtml(headers.accept);
    if (!isPage && comesAsEvents(request, body)) {
      stream(request, response, body);
      return;
    }
    recordLatencyOnClose(response, latency);
    const sending = isPage ? graphiql(request, response) : sendParts(request, response, body);
    sending.catch((error: unknown) => {
      if (!response.destroyed) writeGraphQLError(response, toGatewayError(error), log);
    });
  }

  /** Whether the response is sent as events; false for parameters that `sendParts` refuses. */
  function comesAsEvents(request: IncomingMessage, body: Buffer | null): boolean {
    try {
      const params = parseRequestParams(request, body?.toString() ?? null);
      return responseFormOf(documents.peek(params), request.headers.accept) === 'events';
    } catch {
      return false;
    }
  }

  /** Sends an incremental response, or the error for an unknown method. */
  async function sendParts(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ): Promise<void> {
    const { method } = request;
    const { accept } = request.headers;
    const send = async (made: HttpResponse) => {
      await sendResponse(request, response, made, { unread });
    };
    if (method !== 'GET' && !hasGraphQLBody(method)) return send(refuseMethod());
    const params = parseRequestParams(request, body && decodeUtf8Body(body));
    const context = createContext(request, disconnectSignal(response));
    const made = await executeDocument({
      ...{ request, params, context },
      extensions: extensionsOf(request),
    });
    const isDocument = 'body' in made;
    if (isDocument && (made.status !== 200 || negotiateMediaType(accept) !== null)) {
      return send({ ...made, headers: { ...made.headers, 'Cache-Control': 'no-store' } });
    }
    if (!isDocument && !acceptsMultipart(accept)) {
      await made[Symbol.asyncIterator]().return?.();
      return send(refuseMediaType(accept, ['multipart/mixed', 'text/event-stream']));
    }
    unread.admit(request);
    // The freshness is unknown when the headers are sent.
    const cost = costHeaders(context.costCharger.chargedObjects());
    const own = { ...corsHeaders, ...cost, 'Cache-Control': 'no-store' };
    response.setHeaders(new Map(Object.entries(own)));
    setRequestIdHeader(request, response);
    const results = isDocument ? onlyOne(made.body) : made;
    await writeMultipart(results, response, { unread, mask });
  }

  function handle(request: RequestWithBody, response: ServerResponse): void {
    if (request.method === 'OPTIONS') {
      void sendResponse(request, response, preflight);
      return;
    }
    if (eventStreamPreference(request.headers.accept) === 'preferred') {
      stream(request, response, null);
      return;
    }
    const accepted = handler.accept(request);
    if (accepted) run(accepted, request, response);
    else serveUnbuffered(request, response);
  }

  return { readBody, handle };
}

async function* onlyOne<T>(value: T): AsyncGenerator<T> {
  yield value;
}

/** Writes an error that occurred before the execution as a GraphQL response without data. */
export function writeGraphQLError(response: ServerResponse, error: GatewayError, log: Log): void {
  logServerError(error, log, getRequestIds(response.req));
  void sendResponse(response.req, response, formatGraphQLErrorResponse(error, response.req));
}
