import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import type { ApiRequest, ApiRequestDispatcher } from '../http/api-request-dispatcher.ts';
import { logServerError } from '../http/error-response.ts';
import { maxGraphQLBodyBytes, readRawJsonBody } from '../http/read-json-body.ts';
import { disconnectSignal, setRequestIdHeader } from '../http/request-id-and-address.ts';
import { getRequestIds } from '../http/request-trace.ts';
import { corsHeaders, createPreflightResponse } from '../http/response/cors.ts';
import { sendResponse } from '../http/response/send-response.ts';
import { recordLatencyOnClose } from '../http/sse/response-metrics.ts';
import { type GatewayError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { createGraphiQL } from './graphiql.ts';
import { formatGraphQLErrorResponse, responseFormOf } from './handler.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { pipeFetchResponse } from './pipe-fetch-response.ts';
import { parseRequestParams } from './plan-first-executor.ts';
import { eventStreamPreference, prefersHtml } from './request/media-type.ts';
import { type FetchFromYoga, graphqlPath } from './yoga.ts';

const preflight = createPreflightResponse('GET, POST, OPTIONS');

type RequestWithBody = IncomingMessage & { body?: Buffer | undefined };

/**
 * Creates the function that serves GraphQL requests of node: it reads bodies for the GraphQL
 * handler, and serves preflights, GraphiQL, event streams and incremental responses.
 */
export function createGraphQLNodeHandler(options: {
  readonly fetchFromYoga: FetchFromYoga;
  readonly documents: PersistedDocuments;
  readonly createContext: (request: ApiRequest, signal: AbortSignal) => Context;
  /** Handles subscriptions and incremental responses that are sent as events. */
  readonly stream: (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ) => void;
  readonly requestDispatcher: ApiRequestDispatcher;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { fetchFromYoga, documents, createContext, stream, requestDispatcher, log, telemetry } =
    options;
  const { serve, run } = requestDispatcher;
  const graphiql = createGraphiQL(graphqlPath);
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  async function readAndServe(request: RequestWithBody, response: ServerResponse): Promise<void> {
    try {
      request.body = await readRawJsonBody(request, maxGraphQLBodyBytes);
    } catch (error) {
      const handle = () => Promise.reject(error);
      const formatError = formatGraphQLErrorResponse;
      run({ api: 'graphql', latency, rawKey: null, handle, formatError }, request, response);
      return;
    }
    if (!serve(request, response)) serveUnbuffered(request, response);
  }

  function serveUnbuffered(request: RequestWithBody, response: ServerResponse): void {
    const body = request.body ?? null;
    // A request lives as long as its response; an event stream would keep the body in memory.
    request.body = undefined;
    const { headers, method } = request;
    const isPage = method === 'GET' && prefersHtml(headers.accept);
    const comesAsEvents = () => {
      const params = parseRequestParams(request, body?.toString() ?? null);
      return responseFormOf(params && documents.peek(params), headers.accept) === 'events';
    };
    if (!isPage && comesAsEvents()) {
      stream(request, response, body);
      return;
    }
    recordLatencyOnClose(response, latency);
    const sending = isPage ? graphiql(request, response) : pipeFromYoga(request, response, body);
    sending.catch((error: unknown) => {
      if (!response.destroyed) writeGraphQLError(response, toGatewayError(error), log);
    });
  }

  /** Sends an incremental response, or Yoga's error for an unknown method. */
  async function pipeFromYoga(
    { method, url, headers, socket }: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ): Promise<void> {
    response.setHeaders(new Map(Object.entries(corsHeaders)));
    setRequestIdHeader(response.req, response);
    const request = { method, url, headers, socket, body };
    const context = createContext(response.req, disconnectSignal(response));
    const made = await fetchFromYoga(request, context);
    // The freshness is unknown when the headers are sent.
    response.setHeader('Cache-Control', 'no-store');
    const { clientAddress, pending } = context;
    pending.admit(clientAddress);
    await pipeFetchResponse(made, response, {
      hold: (bytes) => pending.hold(clientAddress, [bytes]),
    });
  }

  return (request, response) => {
    if (request.method === 'OPTIONS') {
      return void sendResponse(request, response, preflight);
    }
    if (eventStreamPreference(request.headers.accept) === 'preferred') {
      return stream(request, response, null);
    }
    if (request.method === 'POST') return void readAndServe(request, response);
    serveUnbuffered(request, response);
  };
}

/** Writes an error that occurred outside Yoga as a GraphQL response without data. */
export function writeGraphQLError(response: ServerResponse, error: GatewayError, log: Log): void {
  logServerError(error, log, getRequestIds(response.req));
  void sendResponse(response.req, response, formatGraphQLErrorResponse(error, response.req));
}
