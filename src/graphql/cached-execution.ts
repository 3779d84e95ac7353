import { cacheControlHeader } from '../cache/cache-policies.ts';
import type { FreshnessSummary } from '../cache/freshness-tracker.ts';
import type { Context } from '../context.ts';
import { parseJsonObject } from '../http/read-json-body.ts';
import { getSearchParams, type RequestInfo } from '../http/request-info.ts';
import type { Coalesce, CoalescedResponse } from '../http/response/coalesce.ts';
import { corsHeaders } from '../http/response/cors.ts';
import { encodeBody } from '../http/response/encoded-body.ts';
import { createHeaderBlock } from '../http/response/header-list.ts';
import type { CacheLookup, ResponseCache } from '../http/response/response-cache.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { InvalidInputError } from '../lib/errors.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import type { Telemetry } from '../telemetry.ts';
import type { CompiledResponse, ExecuteCompiled } from './compiled-executor/index.ts';
import type { PersistedDocuments } from './persisted-documents/index.ts';
import { parseGraphQLQueryString } from './request/graphql-params.ts';
import { graphqlPath } from './yoga.ts';

/** The parsed parameters of a query and its cache keys. */
export type ParsedQuery = {
  /** Parameters from the body or the URL; null when only the engine can parse the request. */
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly lookup: CacheLookup;
};

/** A parsed query with its request and context. */
export type QueryRequest = ParsedQuery & {
  readonly request: RequestInfo;
  readonly context: Context;
};

/** Called when the compiled executor returns no response; returns another response, or null. */
type Fallback<R> = () => CompiledResponse | R | Promise<CompiledResponse | R>;

/** Serves queries from the response cache, from in-flight executions or from compiled plans. */
export type CachedExecution = {
  /**
   * Returns the response to a query and caches it if it is cacheable.
   *
   * @param otherwise - Called when the compiled executor returns null.
   * @throws what `otherwise` throws or rejects with.
   */
  readonly execute: <R extends Response | null>(
    asking: QueryRequest,
    otherwise: Fallback<R>,
  ) => CoalescedResponse | R | Promise<CoalescedResponse | R>;
  /**
   * Makes the next call skip the compiled executor if it has this raw key. The fast path uses it
   * when it passes on a request that the executor has just declined.
   */
  readonly skipCompiled: (rawKey: string) => void;
};

const shared = createHeaderBlock(corsHeaders);

/** Creates the instance that all entry points of the GraphQL API share. */
export function createCachedExecution(options: {
  readonly executeCompiled: ExecuteCompiled;
  readonly documents: PersistedDocuments;
  readonly telemetry: Telemetry;
  readonly responseCache: ResponseCache;
  readonly coalesce: Coalesce;
}): CachedExecution {
  const { executeCompiled, documents, telemetry, responseCache: responses, coalesce } = options;
  const latency = telemetry.routeLatency('graphql', graphqlPath);
  let passedOver: string | null = null;

  function encode(
    { request, lookup, context }: QueryRequest,
    made: CompiledResponse,
  ): CoalescedResponse {
    const freshness = context.requestCache.freshness.summary();
    const response = encodeBody(made.content, {
      shared,
      contentType: made.contentType,
      cacheControl: lifeOf(freshness),
      vary: 'Accept',
      hasEtag: request.method !== 'POST',
    });
    const { oldest, outcome, rows } = freshness;
    responses.put(lookup, { body: response, api: 'graphql', latency, oldest, freshness });
    return { body: response, api: 'graphql', oldest, outcome, rows };
  }

  function takeDirectly({ params, lookup, request, context }: QueryRequest) {
    const isRefused = passedOver !== null && passedOver === lookup.rawKey;
    passedOver = null;
    return params === null || isRefused
      ? null
      : mapMaybePromise(documents.resolve(params), (resolved) =>
          executeCompiled(resolved, request.headers.accept, context),
        );
  }

  return {
    execute: <R extends Response | null>(asking: QueryRequest, otherwise: Fallback<R>) => {
      const { lookup } = asking;
      const cached = responses.get(lookup);
      if (cached) return { ...cached, outcome: 'HIT' };
      const take = (made: CompiledResponse | R) =>
        made !== null && 'content' in made ? encode(asking, made) : made;
      return coalesce<CoalescedResponse | R>({
        question: lookup,
        signal: asking.context.signal,
        make: () =>
          mapMaybePromise(takeDirectly(asking), (made) =>
            made === null ? mapMaybePromise(otherwise(), take) : encode(asking, made),
          ),
      });
    },
    skipCompiled: (rawKey) => {
      passedOver = rawKey;
    },
  };
}

/**
 * Parses the parameters of a request and computes its cache keys.
 *
 * @param body - Null for a request without a body.
 * @throws {InvalidInputError} the body is not a JSON object, or nests too deeply.
 */
export function parseQueryRequest(
  request: RequestInfo,
  body: string | null,
  rawKey: string | null,
): ParsedQuery {
  const { method, url = '', headers } = request;
  const asked = `${method} ${headers.accept ?? ''} ${url} `;
  if (body === null) {
    const said = method === 'GET' ? readTarget(url) : null;
    return { params: said, lookup: { canonicalKey: asked, rawKey } };
  }
  const said = parseJsonObject(body);
  return { params: said, lookup: { canonicalKey: asked + spell(said), rawKey } };
}

/** Characters of a URL that every parser reads alike; `#` and non-ASCII are excluded. */
const plainTarget = /^[!"$-~]*$/;

/** Parses a URL as the engine does; null when the engine must report what is wrong. */
function readTarget(url: string): ParsedQuery['params'] {
  if (!plainTarget.test(url)) return null;
  try {
    return parseGraphQLQueryString(getSearchParams({ url }));
  } catch {
    return null;
  }
}

/** The canonical cache key of a body, independent of member order, whitespace and empty members. */
function spell(lookup: Readonly<Record<string, unknown>>): string {
  const said = { ...lookup };
  for (const name of ['variables', 'operationName', 'extensions']) {
    const value = said[name];
    const isEmpty = value?.constructor === Object && Object.keys(value).length === 0;
    if (value === null || isEmpty) delete said[name];
  }
  try {
    return canonicalJson(said);
  } catch {
    // Nesting is the only limit of `canonicalJson` that parsed JSON can exceed.
    throw new InvalidInputError('the body must not nest more than 100 levels');
  }
}

/**
 * `Cache-Control` of a response. `max-age` counts from the oldest value, as `Age` does, to the
 * first one that becomes stale. After that the response may be served stale until one of its values
 * expires.
 */
function lifeOf({ oldest, freshUntil, staleUntil }: FreshnessSummary): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControlHeader({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}
