import { cacheControlHeader } from '../cache/cache-policies.ts';
import type { ResponseFreshness } from '../cache/response-freshness-tracker.ts';
import type { Context } from '../context.ts';
import { parseJsonObject } from '../http/read-json-body.ts';
import { getSearchParams, type RequestInfo } from '../http/request-info.ts';
import { corsHeaders } from '../http/response/cors.ts';
import { type HttpResponse, toResponse } from '../http/response/http-response.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { GraphQLResponseContent, TryExecuteCompiledQuery } from './compiled-executor/index.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { parseGraphQLQueryString } from './request/graphql-params.ts';

/** Parameters from the body or the URL; null if only Yoga can parse the request. */
export type RequestParams = Readonly<Record<string, unknown>> | null;

/** A GraphQL request with its parsed parameters and context. */
export type CacheableGraphQLRequest = {
  readonly params: RequestParams;
  readonly request: RequestInfo;
  readonly context: Context;
};

/** Executes in Yoga a query that the compiled executor does not execute. */
type Fallback = () => Promise<GraphQLResponseContent | HttpResponse>;

/** Executes a query from a compiled plan, or by `fallback`; throws what that throws. */
export type PlanFirstExecutor = (
  query: CacheableGraphQLRequest,
  fallback: Fallback,
) => HttpResponse | Promise<HttpResponse>;

/** Creates the executor that prefers compiled plans, and makes responses that may be cached. */
export function createPlanFirstExecutor(options: {
  readonly executeCompiled: TryExecuteCompiledQuery;
  readonly documents: PersistedDocuments;
}): PlanFirstExecutor {
  const { executeCompiled, documents } = options;

  function encode(
    { request, context }: CacheableGraphQLRequest,
    made: GraphQLResponseContent,
  ): HttpResponse {
    const freshness = context.requestCache.freshness.summary();
    const { oldest, outcome } = freshness;
    const cost = context.costCharger?.chargedObjects() ?? 0;
    return toResponse(made.content, {
      headers: {
        'Content-Type': made.contentType,
        ...corsHeaders,
        'Cache-Control': lifeOf(freshness),
      },
      vary: 'Accept',
      hasEtag: request.method !== 'POST',
      caching: { oldest, outcome, freshness, cost },
    });
  }

  return (query, fallback) => {
    const { params, request, context } = query;
    const compiled =
      params &&
      mapMaybePromise(documents.resolve(params), (resolved) =>
        executeCompiled(resolved, request.headers.accept, context),
      );
    const executed = mapMaybePromise(compiled, (content) =>
      mapMaybePromise<GraphQLResponseContent | HttpResponse, HttpResponse>(
        content ?? fallback(),
        (made) => ('content' in made ? encode(query, made) : made),
      ),
    );
    const { costCharger } = context;
    if (!costCharger) return executed;
    // At least one object is charged, once for each request.
    return mapMaybePromise(executed, (made) => costCharger.charge(0).then(() => made));
  };
}

/**
 * Parses the parameters of a request; null if it has none, or has invalid ones in its URL.
 *
 * @param body - Null for a request without a body.
 * @throws {InvalidInputError} the body is not a JSON object, or nests too deeply.
 */
export function parseRequestParams(
  { method, url = '' }: RequestInfo,
  body: string | null,
): RequestParams {
  if (body !== null) {
    const params = parseJsonObject(body);
    if (!nests(params, maxLevels)) return params;
    throw new InvalidInputError(`the body must not nest more than ${maxLevels} levels`);
  }
  return method === 'GET' ? readTarget(url) : null;
}

const maxLevels = 100;

/** Whether a parsed JSON value has more than `levels` objects and lists inside each other. */
function nests(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => nests(inner, levels - 1));
}

const plainTarget = /^[!"$-~]*$/;

/** Parses the parameters in a URL as Yoga does; null if they are invalid, which Yoga reports. */
function readTarget(url: string): RequestParams {
  if (!plainTarget.test(url)) return null;
  try {
    return parseGraphQLQueryString(getSearchParams({ url }));
  } catch {
    return null;
  }
}

/** Returns a `Cache-Control`; `max-age` is the time from the oldest fetch to the first expiry. */
function lifeOf({ oldest, freshUntil, staleUntil }: ResponseFreshness): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControlHeader({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}
