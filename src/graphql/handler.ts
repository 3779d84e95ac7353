import type { IncomingMessage, ServerResponse } from 'node:http';
import { getOperationAST, parse } from 'graphql';
import type { Context } from '../context.ts';
import type { BufferedBody } from '../fast-path/fast-path.ts';
import { abortResponse } from '../http/connections/abort-response.ts';
import { errorResponseHeaders, logServerError } from '../http/error-response.ts';
import { decodeUtf8Body, maxGraphQLBodyBytes, readJsonText } from '../http/read-json-body.ts';
import { getRequestId, setRequestIdHeader } from '../http/request-identity.ts';
import { corsHeaders, writeCorsPreflight } from '../http/response/cors.ts';
import { setResponseHeaders } from '../http/response/header-list.ts';
import { rawCacheKeyOfGet } from '../http/response/raw-cache-key.ts';
import type { ResponseSender } from '../http/response/send-cached.ts';
import { type GatewayError, InvalidInputError, toGatewayError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Telemetry } from '../telemetry.ts';
import { type CachedExecution, type ParsedQuery, parseQueryRequest } from './cached-execution.ts';
import type { CompiledResponse } from './compiled-executor/index.ts';
import { createGraphiQL } from './graphiql.ts';
import { chunksFor } from './pacing/chunked-results.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { pipeFetchResponse } from './pipe-fetch-response.ts';
import {
  acceptsEventStream,
  acceptsIncrementalEventStream,
  eventStreamPreference,
  negotiateMediaType,
  prefersHtml,
  unquoteAccept,
} from './request/media-type.ts';
import { explainNotAcceptable } from './request/not-acceptable.ts';
import { documentLimits } from './validation/document-limits.ts';
import { graphqlPath, type YogaEngine } from './yoga.ts';

/** Handles a request; the body is passed if it is read already. */
export type GraphQLHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  sent: BufferedBody | null,
) => void;

export type GraphQLHandlerOptions = {
  readonly engine: YogaEngine;
  /** Serves what it can instead of the engine. */
  readonly cachedExecution: CachedExecution;
  readonly documents: PersistedDocuments;
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => Context;
  /**
   * Handles subscriptions, requests that prefer an event stream, and incremental responses for
   * clients that accept them only as events.
   */
  readonly stream: (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ) => void;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly responseSender: ResponseSender;
};

/** The text of the body, if there is one, and the context of an operation. */
type Operation = { readonly body: string | null; readonly context: Context };

/**
 * Creates the handler of `/graphql`. It serves cached responses, then compiled plans, and leaves
 * all other requests to the engine. Subscriptions go to `stream`, browsers get GraphiQL.
 */
export function createGraphQLHandler(options: GraphQLHandlerOptions): GraphQLHandler {
  const {
    engine,
    cachedExecution,
    documents,
    createContext,
    stream,
    log,
    telemetry,
    responseSender,
  } = options;
  const graphiql = createGraphiQL(graphqlPath);
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  /** @returns false when `stream` has taken the request, which then records its latency. */
  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    sent: BufferedBody | null,
  ): Promise<boolean> {
    if (request.method === 'GET' && prefersHtml(request.headers.accept)) {
      await graphiql(request, response);
      return true;
    }
    const body = request.method === 'POST' ? await readBody(request, sent) : null;
    const { params, lookup } = parseQueryRequest(
      request,
      body,
      sent?.rawKey ?? spellingOf(request),
    );
    if (comesAsEvents(params && documents.peek(params), request.headers.accept)) {
      stream(request, response, body === null ? null : Buffer.from(body));
      return false;
    }
    const context = createContext(request, response);
    const { requestId } = context;

    const ready = await cachedExecution.execute({ params, lookup, request, context }, () =>
      fromEngine(request, { body, context }),
    );
    if ('status' in ready) {
      // Errors and incremental responses: their freshness is unknown when the headers are sent.
      response.setHeader('Cache-Control', 'no-store');
      const { clientAddress, pending } = context;
      pending.admit(clientAddress);
      await pipeFetchResponse(ready, response, {
        hold: (bytes) => pending.hold(clientAddress, [bytes]),
      });
    } else {
      await responseSender.send(request, response, { ...ready, requestId });
    }
    return true;
  }

  /** Executes with the engine. Returns a `Response` for anything but a single JSON result. */
  async function fromEngine(
    request: IncomingMessage,
    { body, context }: Operation,
  ): Promise<CompiledResponse | Response> {
    const made = await engine.fetch(
      `http://gateway${request.url}`,
      {
        method: request.method ?? 'GET',
        headers: forwardedHeaders(request),
        signal: context.signal,
        ...(body === null ? {} : { body }),
      },
      { gateway: context },
    );
    const contentType = made.headers.get('content-type') ?? '';
    if (contentType.startsWith('text/event-stream')) {
      // Only `stream` applies stream limits and event ids, but it could not parse this URL.
      made.body?.cancel().catch(() => {});
      throw new InvalidInputError('the URL of a subscription must be percent-encoded ASCII');
    }
    if (made.status !== 200 || !contentType.includes('json')) return explainNotAcceptable(made);
    return { content: chunksFor(context.requestCache) ?? (await made.text()), contentType };
  }

  async function serveSafely(
    request: IncomingMessage,
    response: ServerResponse,
    sent: BufferedBody | null,
  ): Promise<void> {
    const startedAt = performance.now();
    try {
      if (!(await serve(request, response, sent))) return;
    } catch (error) {
      if (!response.destroyed) writeGraphQLError(response, toGatewayError(error), log);
    }
    latency(response.statusCode).observe((performance.now() - startedAt) / 1000);
  }

  return (request, response, sent) => {
    const isPreflight = request.method === 'OPTIONS';
    if (!isPreflight && eventStreamPreference(request.headers.accept) === 'rather') {
      return stream(request, response, sent?.body ?? null);
    }
    setResponseHeaders(response, corsHeaders);
    if (isPreflight) writeCorsPreflight(response, 'GET, POST, OPTIONS');
    else void serveSafely(request, response, sent);
  };
}

/** The raw cache key of a GET; other requests without a body have none. */
function spellingOf(request: IncomingMessage): string | null {
  return request.method === 'GET' ? rawCacheKeyOfGet(request, true) : null;
}

/** Whether to send events: for a subscription, or for parts that are accepted only as events. */
function comesAsEvents(said: ParsedQuery['params'], accept: string | undefined): boolean {
  if (isSubscription(said) && acceptsEventStream(accept)) return true;
  const query = said?.query;
  return (
    typeof query === 'string' &&
    /@\s*(defer|stream)\b/.test(query) &&
    acceptsIncrementalEventStream(accept)
  );
}

/**
 * Whether the request is a subscription; false for invalid documents, which the executor reports.
 */
function isSubscription(said: ParsedQuery['params']): boolean {
  const { query, operationName } = said ?? {};
  if (typeof query !== 'string' || !query.includes('subscription')) return false;
  try {
    const document = parse(query, { noLocation: true, maxTokens: documentLimits.tokens });
    const name = typeof operationName === 'string' ? operationName : null;
    return getOperationAST(document, name)?.operation === 'subscription';
  } catch {
    return false;
  }
}

function readBody(request: IncomingMessage, sent: BufferedBody | null): string | Promise<string> {
  return sent ? decodeUtf8Body(sent.body) : readJsonText(request, maxGraphQLBodyBytes);
}

/** Passes on only the headers that the engine uses for negotiation. */
function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = name === 'accept' ? unquoteAccept(value) : value;
  }
  return headers;
}

/** Writes a failure outside the engine as a GraphQL response without data. */
export function writeGraphQLError(response: ServerResponse, error: GatewayError, log: Log): void {
  logServerError(error, log, getRequestId(response.req));
  if (response.headersSent) {
    abortResponse(response);
    return;
  }
  setRequestIdHeader(response.req, response);
  const body = JSON.stringify({
    errors: [{ message: error.message, extensions: { code: error.code } }],
  });
  response.writeHead(error.status, {
    'Content-Type':
      negotiateMediaType(response.req.headers.accept) ?? 'application/json; charset=utf-8',
    ...errorResponseHeaders(error),
  });
  response.end(body);
}
