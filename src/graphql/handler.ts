import type { Context } from '../context.ts';
import type { ClientNameHeaders, LabelClient } from '../http/client-name.ts';
import { toErrorResponse } from '../http/error-response.ts';
import { decodeUtf8Body } from '../http/read-json-body.ts';
import type { ClientIdentifyingRequest } from '../http/request-id-and-address.ts';
import type { AcceptedRequest, ApiRequest, CachedApi } from '../http/request-runner.ts';
import { corsHeaders } from '../http/response/cors.ts';
import type { HttpResponse } from '../http/response/http-response.ts';
import { rawCacheKeyOfGet, rawCacheKeyOfPost } from '../http/response/raw-cache-key.ts';
import type { ClientRateLimiter } from '../lib/limits/client-rate-limits.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { costHeaders, wantsCost, wantsEstimate } from './cost/shown-cost.ts';
import { traceOperation } from './operation-span.ts';
import { graphqlPath } from './paths.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { findOperation } from './request/graphql-params.ts';
import {
  acceptsIncrementalOnlyAsEvents,
  acceptsMultipart,
  acceptsSubscriptionResponse,
  eventStreamPreference,
  negotiateMediaType,
  prefersHtml,
} from './request/media-type.ts';
import type { ResultExtensions } from './run-operation.ts';
import {
  type DocumentTransport,
  parseRequestParams,
  type RequestParams,
  refuseMediaType,
} from './transports/json.ts';
import type { OperationUsage, UsageRecorder } from './usage/operation-usage.ts';

/** Handles queries and mutations whose response is one JSON document. */
export type GraphQLHandler = CachedApi & {
  /** Returns how to compute the response; null for a stream, parts or a page. */
  readonly accept: (request: ApiRequest) => AcceptedRequest | null;
};

/** Creates the handler of queries and mutations whose response is one JSON document. */
export function createGraphQLHandler(options: {
  readonly executeDocument: DocumentTransport;
  readonly documents: PersistedDocuments;
  /** Charges cached responses to clients; `Context.costCharger` charges the others. */
  readonly limit: ClientRateLimiter | undefined;
  readonly addressOf: (request: ClientIdentifyingRequest) => string;
  /** Identifies the client and the request, and creates its context. */
  readonly createContext: (request: ApiRequest, signal: AbortSignal) => Context;
  readonly telemetry: Telemetry;
  readonly usage: UsageRecorder;
  readonly labelClient: LabelClient;
}): GraphQLHandler {
  const { executeDocument, documents, limit, addressOf, createContext, telemetry } = options;
  const { usage, labelClient } = options;
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  function execute(
    request: ApiRequest,
    params: RequestParams,
    signal: AbortSignal,
  ): HttpResponse | Promise<HttpResponse> {
    const { accept } = request.headers;
    if (negotiateMediaType(accept) === null) return refuseMediaType(accept);
    const context = createContext(request, signal);
    const extensions = extensionsOf(request);
    if (hasExtensions(extensions)) context.requestCache.freshness.markUncacheable();
    const run = () =>
      mapMaybePromise(executeDocument({ request, params, context, extensions }), (made) => {
        if ('body' in made) return made;
        throw new Error('a request for a document was executed in parts');
      });
    return telemetry.spans.isOn()
      ? traceOperation(telemetry.spans, { params, signal }, run)
      : run();
  }

  return {
    formatError: formatGraphQLErrorResponse,
    charge:
      limit &&
      ((request, { cost = 0 }) => limit.consume(addressOf(request), Math.max(1, Math.ceil(cost)))),
    recordHit: (request, caching) => {
      if (!caching.usage) return;
      const client = labelClient(request.headers as ClientNameHeaders);
      usage.record(caching.usage as OperationUsage, client, { outcome: 'ok', seconds: 0 });
    },
    rawKeyOf,
    accept: (request) => {
      const { method, headers, body } = request;
      const rawKey = rawKeyOf(request);
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
        return responseFormOf(documents.peek(params), headers.accept) === 'document'
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
  const rawKey =
    request.method === 'GET'
      ? rawCacheKeyOfGet(request)
      : request.body
        ? `${request.method === 'QUERY' ? safeKeyMark : ''}${rawCacheKeyOfPost(request, request.body)}`
        : null;
  return rawKey !== null && hasExtensions(extensionsOf(request)) ? extendedKey(rawKey) : rawKey;
}

/** Returns what a client wants in the `extensions` of its result; a router wants the trace. */
export const extensionsOf = (request: ApiRequest): ResultExtensions => ({
  isTraced: request.headers['apollo-federation-include-trace'] === 'ftv1',
  showsCost: wantsCost(request),
  isEstimate: wantsEstimate(request),
});

const hasExtensions = ({ isTraced, showsCost, isEstimate }: ResultExtensions) =>
  isTraced || showsCost || isEstimate;

/** Begins the keys of `QUERY`, whose responses have an `ETag`, unlike those of POST. */
const safeKeyMark = '\r';

/** Returns the key of a request whose result has extensions. Other keys never begin with a line feed. */
const extendedKey = (key: string) => `\n${key}`;

/** Formats an error that occurred before the execution as a GraphQL response without data. */
export const formatGraphQLErrorResponse: AcceptedRequest['formatError'] = (error, request) =>
  toErrorResponse(error, {
    headers: {
      'Content-Type':
        negotiateMediaType(request.headers.accept) ?? 'application/json; charset=utf-8',
      ...corsHeaders,
      ...costHeaders(0),
    },
    body: JSON.stringify({
      errors: [{ message: error.message, extensions: { code: error.code } }],
    }),
  });

/** Returns how a response is sent: one document, an event stream, or parts of `multipart/mixed`. */
export function responseFormOf(
  params: RequestParams,
  accept: string | undefined,
): 'document' | 'events' | 'parts' {
  const { query } = params;
  if (typeof query === 'string') {
    const isSubscription =
      query.includes('subscription') && findOperation(params)?.operation === 'subscription';
    if (isSubscription && acceptsSubscriptionResponse(accept)) return 'events';
    const mayBeIncremental = query.includes('@') && /@\s*(defer|stream)\b/.test(query);
    if (mayBeIncremental) return acceptsIncrementalOnlyAsEvents(accept) ? 'events' : 'parts';
  }
  return negotiateMediaType(accept) === null && acceptsMultipart(accept) ? 'parts' : 'document';
}
