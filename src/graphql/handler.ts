import type { Context } from '../context.ts';
import type {
  AcceptedRequest,
  ApiRequest,
  ApiRequestHandler,
} from '../http/api-request-dispatcher.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { decodeUtf8Body } from '../http/read-json-body.ts';
import type { ClientIdentifyingRequest } from '../http/request-id-and-address.ts';
import { corsHeaders } from '../http/response/cors.ts';
import type { HttpResponse } from '../http/response/http-response.ts';
import { rawCacheKeyOfGet, rawCacheKeyOfPost } from '../http/response/raw-cache-key.ts';
import { InvalidInputError } from '../lib/errors.ts';
import type { ClientRateLimiter } from '../lib/limits/client-rate-limits.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { GraphQLResponseContent } from './compiled-executor/index.ts';
import { traceOperation } from './operation-span.ts';
import { getEncodedResponseChunks } from './pacing/chunked-responses.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { connectionHeaders } from './pipe-fetch-response.ts';
import {
  type PlanFirstExecutor,
  parseRequestParams,
  type RequestParams,
} from './plan-first-executor.ts';
import { findOperation } from './request/graphql-params.ts';
import {
  acceptsIncrementalOnlyAsEvents,
  acceptsMultipart,
  acceptsSubscriptionResponse,
  eventStreamPreference,
  negotiateMediaType,
  prefersHtml,
} from './request/media-type.ts';
import { type FetchFromYoga, graphqlPath } from './yoga.ts';

/** Creates the handler of queries and mutations whose response is one JSON document. */
export function createGraphQLHandler(options: {
  readonly fetchFromYoga: FetchFromYoga;
  /** Executes the requests of federation routers that want a trace. */
  readonly fetchTraced: FetchFromYoga;
  /** Executes compiled plans; Yoga executes all other requests. */
  readonly executePlanned: PlanFirstExecutor;
  readonly documents: PersistedDocuments;
  /** Charges cached responses to clients; `Context.costCharger` charges the others. */
  readonly limit: ClientRateLimiter | undefined;
  readonly addressOf: (request: ClientIdentifyingRequest) => string;
  /** Identifies the client and the request, and creates its context. */
  readonly createContext: (request: ApiRequest, signal: AbortSignal) => Context;
  readonly telemetry: Telemetry;
}): ApiRequestHandler {
  const { fetchFromYoga, fetchTraced, executePlanned, documents, limit } = options;
  const { addressOf, createContext, telemetry } = options;
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  function execute(
    request: ApiRequest,
    params: RequestParams,
    signal: AbortSignal,
  ): HttpResponse | Promise<HttpResponse> {
    const context = createContext(request, signal);
    const isTraced = wantsInlineTrace(request);
    if (isTraced) context.requestCache.freshness.markUncacheable();
    const run = () =>
      executePlanned({ params: isTraced ? null : params, request, context }, () =>
        executeInYoga(isTraced ? fetchTraced : fetchFromYoga, request, context),
      );
    return telemetry.spans.isOn()
      ? traceOperation(telemetry.spans, { params, signal }, run)
      : run();
  }

  async function executeInYoga(
    fetchFrom: FetchFromYoga,
    request: ApiRequest,
    context: Context,
  ): Promise<GraphQLResponseContent | HttpResponse> {
    const made = await fetchFrom(request, context);
    const contentType = made.headers.get('content-type') ?? '';
    if (made.status === 200 && contentType.includes('json')) {
      return { content: getEncodedResponseChunks(made) ?? (await made.text()), contentType };
    }
    if (contentType.startsWith('text/event-stream')) {
      // Only the SSE handler sends events; it did not get this subscription because of its URL.
      made.body?.cancel().catch(() => {});
      throw new InvalidInputError('the URL of a subscription must be percent-encoded ASCII');
    }
    return toHttpResponse(made);
  }

  return {
    formatError: formatGraphQLErrorResponse,
    charge:
      limit &&
      ((request, { cost = 0 }) => limit.consume(addressOf(request), Math.max(1, Math.ceil(cost)))),
    rawKeyOf: (request) => {
      const rawKey = rawKeyOf(request);
      return rawKey !== null && wantsInlineTrace(request) ? tracedKey(rawKey) : rawKey;
    },
    accept: (request, rawKey) => {
      const { method, headers, body } = request;
      if (rawKey === null || eventStreamPreference(headers.accept) === 'preferred') return null;
      if (method === 'GET' && prefersHtml(headers.accept)) return null;
      const accepted = (handle: AcceptedRequest['handle']) => ({
        api: 'graphql' as const,
        latency,
        rawKey,
        handle,
        formatError: formatGraphQLErrorResponse,
      });
      try {
        const params = parseRequestParams(request, body ? decodeUtf8Body(body) : null);
        return responseFormOf(params && documents.peek(params), headers.accept) === 'document'
          ? accepted((signal) => execute(request, params, signal))
          : null;
      } catch (error) {
        return accepted(() => {
          throw error;
        });
      }
    },
  };
}

function rawKeyOf(request: ApiRequest): string | null {
  if (request.method === 'GET') return rawCacheKeyOfGet(request, true);
  return request.body ? rawCacheKeyOfPost(request, request.body) : null;
}

/** Whether a federation router wants the trace of the response in its `extensions.ftv1`. */
const wantsInlineTrace = ({ headers }: ApiRequest): boolean =>
  headers['apollo-federation-include-trace'] === 'ftv1';

/** Returns the cache key of a request with a trace. Other keys never begin with a line break. */
const tracedKey = (key: string) => `\n${key}`;

/** Formats an error that occurred outside Yoga as a GraphQL response without data. */
export const formatGraphQLErrorResponse: AcceptedRequest['formatError'] = (error, request) =>
  toErrorResponse(error, {
    headers: {
      'Content-Type':
        negotiateMediaType(request.headers.accept) ?? 'application/json; charset=utf-8',
      ...corsHeaders,
    },
    body: JSON.stringify({
      errors: [{ message: error.message, extensions: { code: error.code } }],
    }),
  });

async function toHttpResponse(made: Response): Promise<HttpResponse> {
  const headers: Record<string, string> = { ...corsHeaders, 'cache-control': 'no-store' };
  made.headers.forEach((value, name) => {
    if (!connectionHeaders.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  });
  return { status: made.status, headers, body: Buffer.from(await made.text()) };
}

/** Returns how a response is sent: one document, an event stream, or parts of `multipart/mixed`. */
export function responseFormOf(
  params: RequestParams,
  accept: string | undefined,
): 'document' | 'events' | 'parts' {
  const query = params?.query;
  if (typeof query === 'string') {
    const isSubscription =
      query.includes('subscription') && findOperation(params)?.operation === 'subscription';
    if (isSubscription && acceptsSubscriptionResponse(accept)) return 'events';
    const mayBeIncremental = query.includes('@') && /@\s*(defer|stream)\b/.test(query);
    if (mayBeIncremental) return acceptsIncrementalOnlyAsEvents(accept) ? 'events' : 'parts';
  }
  return negotiateMediaType(accept) === null && acceptsMultipart(accept) ? 'parts' : 'document';
}
