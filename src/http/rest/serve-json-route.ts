import {
  type CachePolicyName,
  cacheControlHeader,
  cachePolicies,
} from '../../cache/cache-policies.ts';
import type {
  PolicyFreshness,
  ResponseFreshness,
  ResponseFreshnessTracker,
} from '../../cache/response-freshness-tracker.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { encodeInChunks, isSmallJson } from '../../lib/encoding/chunked-json.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { UpstreamUnavailableError } from '../../lib/errors.ts';
import { catchMaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Millis } from '../../lib/units.ts';
import type { RouteLatencyByStatus } from '../../telemetry/telemetry.ts';
import type { Coalesce, CoalescedResponse } from '../response/coalesce.ts';
import {
  createEncodedBody,
  type EncodingIndependentHeaders,
  type ResponseBodyContent,
} from '../response/encoded-body.ts';
import type { EncodedResponseCache, ResponseCacheKeys } from '../response/response-cache.ts';
import type { UnpreparedResponse } from '../response/send-response.ts';
import type { JsonRoute } from '../route.ts';
import { restSecurityHeaders } from './rest-security-headers.ts';

/** What JSON routes need of a request's context; domains use more of it. */
export type JsonRouteContext = {
  readonly requestCache: { readonly freshness: ResponseFreshnessTracker };
  readonly signal: AbortSignal;
};

type JsonResponse = Omit<UnpreparedResponse, 'requestId'>;

/** Dependencies that all JSON routes share. */
export type JsonRouteDeps = {
  readonly responseCache: EncodedResponseCache;
  readonly coalesce: Coalesce;
  readonly clock: Clock;
};

/** A request of a JSON route with its parsed parameters. */
export type ParsedJsonRouteCall<C> = {
  readonly route: JsonRoute<C>;
  readonly latency: RouteLatencyByStatus;
  readonly input: Record<string, unknown>;
  /** The raw cache key; null for POST. */
  readonly rawKey: string | null;
  readonly context: C;
};

/**
 * Returns the response of a JSON route, synchronously if it is cached. `Cache-Control` and `Age`
 * follow the route's policy. `MaybePromise` helpers cost less than nested `async` functions.
 *
 * @throws what the handler throws, synchronously or as a rejection.
 */
export function computeJsonRouteResponse<C extends JsonRouteContext>(
  call: ParsedJsonRouteCall<C>,
  api: JsonRouteDeps,
): JsonResponse | Promise<JsonResponse> {
  const { route, input, rawKey, context } = call;
  const { responseCache: responses, coalesce } = api;
  const { policy } = route;
  if (policy === 'no-store') {
    return mapMaybePromise<unknown, JsonResponse>(route.handle(input as never, context), (body) =>
      mapMaybePromise(toJson(body, context.signal), (json) => {
        const made = createEncodedBody(json, usualHeaders(route));
        return { body: made, api: 'rest', oldest: null, outcome: null };
      }),
    );
  }
  const cacheKeys = { canonicalKey: `${route.path} ${canonicalJson(input)}`, rawKey };
  const cached = responses.get(cacheKeys);
  if (cached) return { ...cached, outcome: 'HIT' };
  return coalesce({
    cacheKeys,
    signal: context.signal,
    make: () => make({ ...call, policy }, api, cacheKeys),
  });
}

function make<C extends JsonRouteContext>(
  {
    route,
    policy,
    latency,
    input,
    context,
  }: ParsedJsonRouteCall<C> & { readonly policy: CachePolicyName },
  { responseCache: responses, clock }: JsonRouteDeps,
  cacheKeys: ResponseCacheKeys,
): CoalescedResponse | Promise<CoalescedResponse> {
  return mapMaybePromise<unknown, CoalescedResponse>(
    route.handle(input as never, context),
    (body) => {
      const freshness = context.requestCache.freshness.summary();
      const { oldest, outcome } = freshness.rows.get(policy) ?? madeOf(freshness, clock.now());
      const headers = headersOf(route, body, { ...freshness, oldest });
      return mapMaybePromise(toJson(body, context.signal), (json) => {
        const response = createEncodedBody(json, headers);
        responses.put(cacheKeys, { body: response, api: 'rest', latency, oldest, freshness });
        return { body: response, api: 'rest', oldest, outcome, rows: freshness.rows };
      });
    },
  );
}

/**
 * Returns age and outcome of a response without a value of its route's policy. It is as old as its
 * oldest stale value, or new if none is stale.
 */
function madeOf(
  { outcome, rows }: ResponseFreshness,
  now: Millis,
): Pick<PolicyFreshness, 'oldest' | 'outcome'> {
  const stale = [...rows.values()].filter((row) => row.outcome === 'STALE');
  return { oldest: Math.min(now, ...stale.map(({ oldest }) => oldest)), outcome };
}

/** Serializes a body. @throws {UpstreamUnavailableError} upstream data is nested too deeply. */
function toJson(
  body: unknown,
  signal: AbortSignal,
): ResponseBodyContent | Promise<ResponseBodyContent> {
  if (body instanceof RawJson) return body.text;
  return catchMaybePromise(
    (): ResponseBodyContent | Promise<ResponseBodyContent> =>
      isSmallJson(body) ? JSON.stringify(body) : encodeInChunks(body, { signal }),
    (cause): never => {
      if (!(cause instanceof RangeError)) throw cause;
      throw new UpstreamUnavailableError('an upstream response nests too deeply', { cause });
    },
  );
}

/** Returns the route's headers, with a shorter `Cache-Control` for a degraded body. */
function headersOf<C>(
  route: JsonRoute<C>,
  body: unknown,
  freshness: ResponseFreshness,
): EncodingIndependentHeaders {
  const own = route.cacheControl?.(body) ?? (freshness.degraded ? shortLife(freshness) : null);
  return own === null ? usualHeaders(route) : headersWith(route, own);
}

/** The `Cache-Control` of a degraded response, until its first value expires. */
function shortLife({ oldest, freshUntil }: ResponseFreshness): string {
  const life = oldest === null || freshUntil === null ? 0 : freshUntil - oldest;
  return life > 0
    ? cacheControlHeader({ fresh: Math.ceil(life / 1000) * 1000, stale: 0 })
    : 'no-store';
}

const usualHeaders = memoizeOnObject((route: JsonRoute<never>): EncodingIndependentHeaders => {
  const { policy } = route;
  const control = policy === 'no-store' ? policy : cacheControlHeader(cachePolicies[policy]);
  return headersWith(route, control);
});

const headersWith = (
  { method }: Pick<JsonRoute<never>, 'method'>,
  control: string,
): EncodingIndependentHeaders => ({
  shared: restSecurityHeaders,
  contentType: 'application/json; charset=utf-8',
  cacheControl: control,
  hasEtag: method === 'GET',
});
