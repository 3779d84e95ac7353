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

/** Takes a request, with its body when that is read already. */
export type GraphQLHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  sent: BufferedBody | null,
) => void;

export type GraphQLHandlerOptions = {
  readonly engine: YogaEngine;
  /** Answers what it can in the engine's place. */
  readonly cachedExecution: CachedExecution;
  readonly createContext: (request: IncomingMessage, response: ServerResponse) => Context;
  /** Takes subscriptions, and requests whose `Accept` asks for an event stream before a document, or in no other way for parts. */
  readonly stream: (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer | null,
  ) => void;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly responseSender: ResponseSender;
};

/** What is asked, as text where it came in a body, and on whose behalf. */
type Operation = { readonly body: string | null; readonly context: Context };

/**
 * `/graphql`: encoded answers while they are fresh, else the direct road, else the engine; subscriptions
 * go to the stream's door; GraphiQL for browsers.
 */
export function createGraphQLHandler(options: GraphQLHandlerOptions): GraphQLHandler {
  const { engine, cachedExecution, createContext, stream, log, telemetry, responseSender } =
    options;
  const graphiql = createGraphiQL(graphqlPath);
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  /** @returns false when the request has become the stream's, which counts it. */
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
    if (comesAsEvents(params, request.headers.accept)) {
      stream(request, response, body === null ? null : Buffer.from(body));
      return false;
    }
    const context = createContext(request, response);
    const { requestId } = context;

    const ready = await cachedExecution.execute({ params, lookup, request, context }, () =>
      fromEngine(request, { body, context }),
    );
    if ('status' in ready) {
      // Refusals, and answers in parts: how those end, nobody knows at their head.
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

  /** The engine's answer; as a response where it is no plain success. */
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
      // Streams have places, ids and an end in one door alone, which takes what can be read before.
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

/** How a request without a body is spelled; nobody looks for other than GET. */
function spellingOf(request: IncomingMessage): string | null {
  return request.method === 'GET' ? rawCacheKeyOfGet(request, true) : null;
}

/** Whether the client is to get events: of a subscription, or the parts of a document where it takes them in no other way. */
function comesAsEvents(said: ParsedQuery['params'], accept: string | undefined): boolean {
  if (isSubscription(said) && acceptsEventStream(accept)) return true;
  const query = said?.query;
  return (
    typeof query === 'string' &&
    /@\s*(defer|stream)\b/.test(query) &&
    acceptsIncrementalEventStream(accept)
  );
}

/** Whether a subscription is asked for; what is wrong with a document, those who execute it say. */
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

/** The body of a POST, which the front may have read already. */
function readBody(request: IncomingMessage, sent: BufferedBody | null): string | Promise<string> {
  return sent ? decodeUtf8Body(sent.body) : readJsonText(request, maxGraphQLBodyBytes);
}

/** The engine sees what it negotiates with and nothing else. */
function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = name === 'accept' ? unquoteAccept(value) : value;
  }
  return headers;
}

/** A failure before the engine was reached, as a GraphQL result without data. */
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
