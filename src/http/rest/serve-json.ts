import {
  type CachePolicyName,
  cacheControlHeader,
  cachePolicies,
} from '../../cache/cache-policies.ts';
import type {
  FreshnessSummary,
  FreshnessTracker,
  PolicyFreshness,
} from '../../cache/freshness-tracker.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Clock } from '../../lib/clock.ts';
import { encodeInChunks, isSmallJson } from '../../lib/encoding/chunked-json.ts';
import { RawJson } from '../../lib/encoding/raw-json.ts';
import { UpstreamUnavailableError } from '../../lib/errors.ts';
import { catchMaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Millis } from '../../lib/units.ts';
import type { RouteLatency } from '../../telemetry.ts';
import type { Coalesce, CoalescedResponse } from '../response/coalesce.ts';
import {
  type Content,
  createSharedHeaders,
  encodeBody,
  type SharedResponseHeaders,
} from '../response/encoded-body.ts';
import type { CacheLookup, ResponseCache } from '../response/response-cache.ts';
import type { OutgoingResponse } from '../response/send-cached.ts';
import type { JsonRoute } from '../route.ts';
import { restHeaders } from './rest-headers.ts';

/** What the JSON door needs of a request's context. */
export type JsonContext = {
  readonly requestCache: { readonly freshness: FreshnessTracker };
  readonly requestId: string;
  /** Fires when the client leaves. */
  readonly signal: AbortSignal;
};

export type JsonDeps = {
  readonly responseCache: ResponseCache;
  readonly coalesce: Coalesce;
  readonly clock: Clock;
};

/** A request that has found its JSON route, with its parameters. */
export type JsonCall<C> = {
  readonly route: JsonRoute<C>;
  readonly latency: RouteLatency;
  readonly input: Record<string, unknown>;
  /** How the request was spelled, to know it again; null when it is out of the ordinary. */
  readonly rawKey: string | null;
  readonly context: C;
  readonly send: (made: OutgoingResponse) => void | Promise<void>;
};

/**
 * Answers one JSON route: from the encoded answers when one is fresh, else from the handler.
 * `Cache-Control` comes from the route's policy, and so does what `Age` counts from. What is at hand is
 * answered at once, and what has to be waited for goes through no `async` functions around each
 * other: a read that misses takes 82 µs of CPU like this instead of 90 (least of eleven windows
 * each, in one run).
 *
 * @throws what the handler throws, at once or by the promise.
 */
export function serveJson<C extends JsonContext>(
  call: JsonCall<C>,
  api: JsonDeps,
): void | Promise<void> {
  const { route, input, rawKey, context } = call;
  const { responseCache: responses, coalesce } = api;
  const { policy } = route;
  const { requestId } = context;
  if (policy === 'no-store') {
    const nobodys = { api: 'rest', oldest: null, outcome: null } as const;
    return mapMaybePromise<unknown, void>(route.handle(input as never, context), (body) =>
      mapMaybePromise(toJson(body, context.signal), (json) => {
        const made = encodeBody(json, usualHeaders(route));
        return call.send({ body: made, ...nobodys, requestId });
      }),
    );
  }
  const lookup = { canonicalKey: `${route.path} ${canonicalJson(input)}`, rawKey };
  const send = (ready: CoalescedResponse) => {
    const { body: made, oldest, outcome } = ready;
    return call.send({ body: made, api: ready.api, oldest, outcome, requestId });
  };
  const cached = responses.get(lookup);
  if (cached) return send({ ...cached, outcome: 'HIT' });
  return mapMaybePromise(
    coalesce({
      question: lookup,
      signal: context.signal,
      make: () => make({ ...call, policy }, api, lookup),
    }),
    send,
  );
}

function make<C extends JsonContext>(
  { route, policy, latency, input, context }: JsonCall<C> & { readonly policy: CachePolicyName },
  { responseCache: responses, clock }: JsonDeps,
  lookup: CacheLookup,
): CoalescedResponse | Promise<CoalescedResponse> {
  return mapMaybePromise<unknown, CoalescedResponse>(
    route.handle(input as never, context),
    (body) => {
      const freshness = context.requestCache.freshness.summary();
      const { oldest, outcome } = freshness.rows.get(policy) ?? madeOf(freshness, clock.now());
      const headers = headersOf(route, body, { ...freshness, oldest });
      return mapMaybePromise(toJson(body, context.signal), (json) => {
        const response = encodeBody(json, headers);
        responses.put(lookup, { body: response, api: 'rest', latency, oldest, freshness });
        return { body: response, api: 'rest', oldest, outcome, rows: freshness.rows };
      });
    },
  );
}

/**
 * How old an answer is that other rows are put together to: new, unless one of them is shown past its
 * time. Any other is as old as what it is about, which its route's row says: what is looked up beside
 * that, such as names of sources, lives by rows of its own.
 */
function madeOf(
  { outcome, rows }: FreshnessSummary,
  now: Millis,
): Pick<PolicyFreshness, 'oldest' | 'outcome'> {
  const stale = [...rows.values()].filter((row) => row.outcome === 'STALE');
  return { oldest: Math.min(now, ...stale.map(({ oldest }) => oldest)), outcome };
}

/**
 * The JSON of a body, of a large one in slices.
 *
 * @throws {UpstreamUnavailableError} the body nests too deeply, which nothing but an upstream can make it.
 */
function toJson(body: unknown, signal: AbortSignal): Content | Promise<Content> {
  if (body instanceof RawJson) return body.text;
  return catchMaybePromise(
    (): Content | Promise<Content> =>
      isSmallJson(body) ? JSON.stringify(body) : encodeInChunks(body, { signal }),
    (cause): never => {
      if (!(cause instanceof RangeError)) throw cause;
      throw new UpstreamUnavailableError('an upstream answer nests too deeply', { cause });
    },
  );
}

/** The headers of an answer; most have their route's. */
function headersOf<C>(
  route: JsonRoute<C>,
  body: unknown,
  freshness: FreshnessSummary,
): SharedResponseHeaders {
  const own = route.cacheControl?.(body) ?? (freshness.degraded ? shortLife(freshness) : null);
  return own === null ? usualHeaders(route) : headersWith(route, own);
}

/** The life of an answer that lacks something: from what its age counts from until it is made anew. */
function shortLife({ oldest, freshUntil }: FreshnessSummary): string {
  const life = oldest === null || freshUntil === null ? 0 : freshUntil - oldest;
  return life > 0
    ? cacheControlHeader({ fresh: Math.ceil(life / 1000) * 1000, stale: 0 })
    : 'no-store';
}

const usualHeaders = memoizeOnObject(({ method, policy }: JsonRoute<never>) =>
  createSharedHeaders(
    headersWith(
      { method },
      policy === 'no-store' ? policy : cacheControlHeader(cachePolicies[policy]),
    ),
  ),
);

const headersWith = (
  { method }: Pick<JsonRoute<never>, 'method'>,
  control: string,
): SharedResponseHeaders => ({
  shared: restHeaders,
  contentType: 'application/json; charset=utf-8',
  cacheControl: control,
  hasEtag: method === 'GET',
});
