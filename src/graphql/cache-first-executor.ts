import { cacheControlHeader } from '../cache/cache-policies.ts';
import type { ResponseFreshness } from '../cache/response-freshness-tracker.ts';
import type { Context } from '../context.ts';
import { parseJsonObject } from '../http/read-json-body.ts';
import { getSearchParams, type RequestInfo } from '../http/request-info.ts';
import type { Coalesce, CoalescedResponse } from '../http/response/coalesce.ts';
import { corsHeaderBlock } from '../http/response/cors.ts';
import { createEncodedBody } from '../http/response/encoded-body.ts';
import type { EncodedResponseCache, ResponseCacheKeys } from '../http/response/response-cache.ts';
import type { PreparedResponse } from '../http/response/serialized-response.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { GraphQLResponseContent, TryExecuteCompiledQuery } from './compiled-executor/index.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { parseGraphQLQueryString } from './request/graphql-params.ts';
import { graphqlPath } from './yoga.ts';

/** The parsed parameters of a GraphQL request, and its cache keys. */
export type ParsedGraphQLRequest = {
  /** Parameters from the body or the URL; null if only Yoga can parse the request. */
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly cacheKeys: ResponseCacheKeys;
};

/** A GraphQL request with its parsed parameters, cache keys and context. */
export type CacheableGraphQLRequest = ParsedGraphQLRequest & {
  readonly request: RequestInfo;
  readonly context: Context;
};

/** Executes in Yoga a query that the compiled executor does not execute. */
type Fallback = () => Promise<GraphQLResponseContent | PreparedResponse>;

type ExecutedResponse = CoalescedResponse | PreparedResponse;

/**
 * Serves a query from the response cache, from an in-flight execution or from a compiled plan, and
 * caches the response if possible. Throws what `fallback` throws.
 */
export type CacheFirstExecutor = (
  query: CacheableGraphQLRequest,
  fallback: Fallback,
) => ExecutedResponse | Promise<ExecutedResponse>;

/** Creates the executor that serves queries from the response cache, and executes others. */
export function createCacheFirstExecutor(options: {
  readonly executeCompiled: TryExecuteCompiledQuery;
  readonly documents: PersistedDocuments;
  readonly telemetry: Telemetry;
  readonly responseCache: EncodedResponseCache;
  readonly coalesce: Coalesce;
}): CacheFirstExecutor {
  const { executeCompiled, documents, telemetry, responseCache: responses, coalesce } = options;
  const latency = telemetry.routeLatency('graphql', graphqlPath);

  function encode(
    { request, cacheKeys, context }: CacheableGraphQLRequest,
    made: GraphQLResponseContent,
  ): CoalescedResponse {
    const freshness = context.requestCache.freshness.summary();
    const response = createEncodedBody(made.content, {
      shared: corsHeaderBlock,
      contentType: made.contentType,
      cacheControl: lifeOf(freshness),
      vary: 'Accept',
      hasEtag: request.method !== 'POST',
    });
    const { oldest, outcome, rows } = freshness;
    const cost = context.costCharger?.chargedObjects() ?? 0;
    responses.put(cacheKeys, { body: response, api: 'graphql', latency, oldest, freshness, cost });
    return { body: response, api: 'graphql', oldest, outcome, rows, cost };
  }

  return (query, fallback) => {
    const { params, cacheKeys, request, context } = query;
    const cached = responses.get(cacheKeys);
    if (cached) return chargeForResponse(context, { ...cached, outcome: 'HIT' });
    const finish = (made: GraphQLResponseContent | PreparedResponse) =>
      'content' in made ? encode(query, made) : made;
    const executed = coalesce<ExecutedResponse>({
      cacheKeys,
      signal: context.signal,
      make: () =>
        mapMaybePromise(
          params === null
            ? null
            : mapMaybePromise(documents.resolve(params), (resolved) =>
                executeCompiled(resolved, request.headers.accept, context),
              ),
          (made) => (made === null ? fallback().then(finish) : encode(query, made)),
        ),
    });
    return mapMaybePromise(executed, (response) => chargeForResponse(context, response));
  };
}

/** Charges the client for a response that it did not compute; at most once per request. */
function chargeForResponse<T extends ExecutedResponse>(
  { costCharger }: Context,
  response: T,
): T | Promise<T> {
  if (!costCharger) return response;
  return costCharger.charge('cost' in response ? (response.cost ?? 0) : 0).then(() => response);
}

/**
 * Parses the parameters of a request and computes its cache keys.
 *
 * @param body - Null for a request without a body.
 * @throws {InvalidInputError} the body is not a JSON object, or nests too deeply.
 */
export function parseCacheableGraphQLRequest(
  request: RequestInfo,
  body: string | null,
  rawKey: string | null,
): ParsedGraphQLRequest {
  const { method, url = '', headers } = request;
  const params = parseRequestParams(request, body);
  const bodyKey = body === null || params === null ? '' : canonicalBody(params);
  const canonicalKey = `${method} ${headers.accept ?? ''} ${url} ${bodyKey}`;
  return { params, cacheKeys: { canonicalKey, rawKey } };
}

/**
 * Parses the parameters of a request; null if it has none, or has invalid ones in its URL.
 *
 * @param body - Null for a request without a body.
 * @throws {InvalidInputError} the body is not a JSON object.
 */
export function parseRequestParams(
  { method, url = '' }: RequestInfo,
  body: string | null,
): ParsedGraphQLRequest['params'] {
  if (body !== null) return parseJsonObject(body);
  return method === 'GET' ? readTarget(url) : null;
}

const plainTarget = /^[!"$-~]*$/;

/** Parses the parameters in a URL as Yoga does; null if they are invalid, which Yoga reports. */
function readTarget(url: string): ParsedGraphQLRequest['params'] {
  if (!plainTarget.test(url)) return null;
  try {
    return parseGraphQLQueryString(getSearchParams({ url }));
  } catch {
    return null;
  }
}

/**
 * Returns the canonical key of a body, independent of member order, whitespace and empty members.
 */
function canonicalBody(body: Readonly<Record<string, unknown>>): string {
  const params = { ...body };
  for (const name of ['variables', 'operationName', 'extensions']) {
    const value = params[name];
    const isEmpty = value?.constructor === Object && Object.keys(value).length === 0;
    if (value === null || isEmpty) delete params[name];
  }
  try {
    return canonicalJson(params);
  } catch {
    // Nesting is the only limit of `canonicalJson` that parsed JSON can exceed.
    throw new InvalidInputError('the body must not nest more than 100 levels');
  }
}

/** Returns a `Cache-Control`; `max-age` is the time from the oldest fetch to the first expiry. */
function lifeOf({ oldest, freshUntil, staleUntil }: ResponseFreshness): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControlHeader({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}
