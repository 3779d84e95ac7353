import { LRUCache } from 'lru-cache';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { ResponseFreshness } from '../../cache/response-freshness-tracker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Millis } from '../../lib/units.ts';
import type { CacheSize, GatewayApiName, RouteLatencyByStatus } from '../../telemetry/telemetry.ts';
import { bodyLength, type HttpResponse, isPieces, type ResponseCaching } from './http-response.ts';

/** A response in the cache. */
export type CachedResponse = {
  readonly response: HttpResponse & { readonly caching: ResponseCaching };
  readonly api: GatewayApiName;
  /** Records the latency of sends from the cache. */
  readonly latency: RouteLatencyByStatus;
};

/**
 * Responses of both APIs by raw cache key, cached while every value in them is fresh, bounded in
 * bytes. Holds only complete, error-free responses that are the same for every client.
 *
 * The response to the first request with a key is not cached, because most never recur.
 */
export type ResponseCache = {
  readonly get: (rawKey: string) => CachedResponse | undefined;
  /** Caches a response, unless it has expired, is invalidated, or responds to a first request. */
  readonly put: (
    rawKey: string,
    made: Omit<CachedResponse, 'response'> & { readonly response: HttpResponse },
  ) => void;
  /** Invalidates every response with a value of this policy that was fetched until now. */
  readonly invalidate: (policy: CachePolicyName) => void;
  readonly size: () => CacheSize;
};

type Entry = CachedResponse & {
  readonly freshUntil: Millis;
  /** The number of invalidations that the entry was last checked against. */
  survived: number;
};

const variantsFactor = 2;
const entryOverhead = 1500;
const keyOverhead = 100;
/** Fraction of `maxBytes` for the keys of requests that were seen. */
const keyShare = 0.25;
/** Bodies of more bytes are not joined into one buffer. */
const longestJoined = 1024 * 1024;

/** Creates an empty response cache of at most `maxBytes`, compressed variants and keys included. */
export function createResponseCache(clock: Clock, maxBytes: number): ResponseCache {
  const keyBytes = Math.floor(maxBytes * keyShare);
  const cached = new LRUCache<string, Entry>({ maxSize: Math.max(1, maxBytes - keyBytes) });
  const seen = new LRUCache<string, true>({ maxSize: Math.max(1, keyBytes) });
  const droppedAt = new Map<CachePolicyName, Millis>();
  let drops = 0;

  const isDropped = ({ rows }: ResponseFreshness) => {
    for (const [policy, { oldest }] of rows) {
      if (oldest <= (droppedAt.get(policy) ?? Number.NEGATIVE_INFINITY)) return true;
    }
    return false;
  };

  return {
    get: (rawKey) => {
      const found = cached.get(rawKey);
      if (!found) return undefined;
      const isCurrent = found.survived === drops || !isDropped(found.response.caching.freshness);
      if (isCurrent && clock.now() < found.freshUntil) {
        found.survived = drops;
        return found;
      }
      cached.delete(rawKey);
      return undefined;
    },
    put: (rawKey, { response, ...made }) => {
      const { caching } = response;
      if (!caching || caching.oldest === null) return;
      const { freshness } = caching;
      const { freshUntil } = freshness;
      if (freshUntil === null || clock.now() >= freshUntil || isDropped(freshness)) return;
      const isFirst = !seen.has(rawKey);
      seen.set(rawKey, true, { size: rawKey.length + keyOverhead });
      if (isFirst) return;
      const entry: Entry = {
        ...made,
        response: { ...response, body: joinShort(response), caching },
        freshUntil,
        survived: drops,
      };
      const size = bodyLength(response.body) * variantsFactor + rawKey.length + entryOverhead;
      cached.set(rawKey, entry, { size });
    },
    invalidate: (policy) => {
      droppedAt.set(policy, clock.now());
      drops += 1;
    },
    size: () => ({
      entries: cached.size,
      bytes: cached.calculatedSize + seen.calculatedSize,
      maxBytes,
    }),
  };
}

/** Joins the buffers of a body of at most 1 MB, for a response that is sent more than once. */
function joinShort({ body }: HttpResponse): HttpResponse['body'] {
  return isPieces(body) && bodyLength(body) <= longestJoined ? Buffer.concat(body) : body;
}
