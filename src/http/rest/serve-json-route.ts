import { cacheControlHeader, cachePolicies, finalLifetime } from '../../cache/cache-policies.ts';
import type {
  PolicyFreshness,
  ResponseFreshness,
  ResponseFreshnessTracker,
} from '../../cache/response-freshness-tracker.ts';
import type { Clock } from '../../lib/clock.ts';
import { encodeJson } from '../../lib/encoding/encode-json.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { UpstreamUnavailableError } from '../../lib/errors.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Millis } from '../../lib/units.ts';
import { withCacheTag } from '../response/cache-tag.ts';
import {
  type HttpResponse,
  type ResponseContent,
  type ResponseHeaders,
  toResponse,
} from '../response/http-response.ts';
import type { JsonRoute } from '../route.ts';
import { csvHeaders, encodeCsv } from './csv-response.ts';
import { restSecurityHeaders } from './rest-security-headers.ts';

/** What JSON routes need of a request's context; domains use more of it. */
export type JsonRouteContext = {
  readonly requestCache: { readonly freshness: ResponseFreshnessTracker };
  readonly signal: AbortSignal;
};

/**
 * Returns the response of a JSON route, synchronously if all its values are cached. `Cache-Control`
 * and `Age` follow the route's policy. `MaybePromise` helpers cost less than nested `async`
 * functions.
 *
 * @throws what the handler throws, synchronously or as a rejection.
 */
export function computeJsonRouteResponse<C extends JsonRouteContext>(call: {
  readonly route: JsonRoute<C>;
  /** The parsed parameters. */
  readonly input: Record<string, unknown>;
  readonly context: C;
  readonly clock: Clock;
  readonly isCsv?: boolean;
}): HttpResponse | Promise<HttpResponse> {
  const { route, input, context, clock } = call;
  const { csv } = route;
  const vary = csv ? { vary: 'Accept' } : {};
  const encode = (body: unknown): ResponseContent | Promise<ResponseContent> =>
    call.isCsv && csv ? encodeCsv(route, body, context.signal) : toJson(body, context.signal);
  const asCsv = call.isCsv ? csvHeaders(route, input) : {};
  const { method, policy } = route;
  const hasEtag = method === 'GET';
  return mapMaybePromise<unknown, HttpResponse>(route.handle(input as never, context), (body) => {
    if (policy === 'no-store') {
      return mapMaybePromise(encode(body), (content) =>
        toResponse(content, { headers: { ...usualHeaders(route), ...asCsv }, ...vary, hasEtag }),
      );
    }
    const freshness = context.requestCache.freshness.summary();
    const { oldest, outcome } = freshness.rows.get(policy) ?? madeOf(freshness, clock.now());
    const headers = withCacheTag(
      { ...headersOf(route, body, { ...freshness, oldest }), ...asCsv },
      freshness.rows,
    );
    const caching = { oldest, outcome, freshness };
    return mapMaybePromise(encode(body), (content) =>
      toResponse(content, { headers, ...vary, hasEtag, caching }),
    );
  });
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

/** Encodes a body. @throws {UpstreamUnavailableError} upstream data is nested too deeply. */
function toJson(body: unknown, signal: AbortSignal): ResponseContent | Promise<ResponseContent> {
  if (body instanceof RawJson) return body.text;
  try {
    const content = encodeJson(body, { signal });
    return content instanceof Promise ? content.catch(failEncoding) : content;
  } catch (cause) {
    return failEncoding(cause);
  }
}

function failEncoding(cause: unknown): never {
  if (!(cause instanceof RangeError)) throw cause;
  throw new UpstreamUnavailableError('an upstream response nests too deeply', { cause });
}

/** Returns the route's headers, with another `Cache-Control` for a degraded body and for a final one. */
function headersOf<C>(
  route: JsonRoute<C>,
  body: unknown,
  freshness: ResponseFreshness,
): ResponseHeaders {
  const own =
    route.cacheControl?.(body) ??
    (freshness.degraded ? shortLife(freshness) : finalLife(freshness));
  return own === null ? usualHeaders(route) : headersWith(own);
}

/** The `Cache-Control` of a degraded response, until its first value expires. */
function shortLife({ oldest, freshUntil }: ResponseFreshness): string {
  const life = oldest === null || freshUntil === null ? 0 : freshUntil - oldest;
  return life > 0
    ? cacheControlHeader({ fresh: Math.ceil(life / 1000) * 1000, stale: 0 })
    : 'no-store';
}

/** The `Cache-Control` of a response of values that never change; null for any other one. */
function finalLife({ oldest, freshUntil }: ResponseFreshness): string | null {
  if (oldest === null || freshUntil === null || freshUntil - oldest < finalLifetime) return null;
  return cacheControlHeader({ fresh: finalLifetime, stale: 0 });
}

const usualHeaders = memoizeOnObject((route: JsonRoute<never>): ResponseHeaders => {
  const { policy } = route;
  const control = policy === 'no-store' ? policy : cacheControlHeader(cachePolicies[policy]);
  return headersWith(control);
});

const headersWith = (control: string): ResponseHeaders => ({
  'Content-Type': 'application/json; charset=utf-8',
  ...restSecurityHeaders,
  'Cache-Control': control,
});
