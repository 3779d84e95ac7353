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
import { parseGraphQLQueryString } from './request/graphql-params.ts';
import { graphqlPath } from './yoga.ts';

/** What a request asks. */
export type ParsedQuery = {
  /** What came in the body or in the URL, parsed; null where only the engine can tell. */
  readonly params: Readonly<Record<string, unknown>> | null;
  readonly lookup: CacheLookup;
};

/** A query, who asks it and how. */
export type QueryRequest = ParsedQuery & {
  readonly request: RequestInfo;
  readonly context: Context;
};

/** What takes over when the direct road has no answer: another one, or what is none. */
type Fallback<R> = () => CompiledResponse | R | Promise<CompiledResponse | R>;

/** Comes by answers: kept ones, ones that are being made for others, ones of the direct road. */
export type CachedExecution = {
  /**
   * The answer to a query, made for it and kept if it may be.
   *
   * @param otherwise - Is asked where the direct road has no answer.
   * @throws what `otherwise` throws, at once or by the promise.
   */
  readonly execute: <R extends Response | null>(
    asking: QueryRequest,
    otherwise: Fallback<R>,
  ) => CoalescedResponse | R | Promise<CoalescedResponse | R>;
  /** Does not offer the direct road what it has refused, when that comes in a moment by another way. */
  readonly skipCompiled: (rawKey: string) => void;
};

const shared = createHeaderBlock(corsHeaders);

/** One for all ways into the door. */
export function createCachedExecution(options: {
  readonly executeCompiled: ExecuteCompiled;
  readonly telemetry: Telemetry;
  readonly responseCache: ResponseCache;
  readonly coalesce: Coalesce;
}): CachedExecution {
  const { executeCompiled, telemetry, responseCache: responses, coalesce } = options;
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
      : executeCompiled(params, request.headers.accept, context);
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
 * Reads what a request asks.
 *
 * @param body - Null for a request without one.
 * @throws {InvalidInputError} a body that is no JSON object, or nests too deeply.
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

/** Where nobody reads another query than we do. */
const plainTarget = /^[!"$-~]*$/;

/** What is asked in a URL, as the engine reads it; null for what is the engine's to refuse. */
function readTarget(url: string): ParsedQuery['params'] {
  if (!plainTarget.test(url)) return null;
  try {
    return parseGraphQLQueryString(getSearchParams({ url }));
  } catch {
    return null;
  }
}

/**
 * What is asked in a body: the same query, variables and operation name are the same question,
 * whatever their order and the white space between them, and whether nothing is said as `null`, as
 * `{}` or not at all.
 */
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
    // Nothing else can be wrong with what was JSON.
    throw new InvalidInputError('the body must not nest more than 100 levels');
  }
}

/**
 * The life of an answer: fresh from its oldest part, which `Age` counts from, to the first that is
 * not fresh, and then as long as each of its parts may still be shown.
 */
function lifeOf({ oldest, freshUntil, staleUntil }: FreshnessSummary): string {
  if (oldest === null || freshUntil === null || staleUntil === null) return 'no-store';
  const fresh = Math.floor((freshUntil - oldest) / 1000);
  const stale = Math.floor((staleUntil - freshUntil) / 1000);
  return fresh > 0 ? cacheControlHeader({ fresh: fresh * 1000, stale: stale * 1000 }) : 'no-store';
}
