import { LRUCache } from 'lru-cache';
import { type CachePolicyName, servableUntil } from '../../cache/cache-policies.ts';
import type { ResponseFreshness } from '../../cache/response-freshness-tracker.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Millis } from '../../lib/units.ts';
import type { CacheSize, GatewayApiName, RouteLatencyByStatus } from '../../telemetry/telemetry.ts';
import { type EncodedBody, joinBodyBuffers } from './encoded-body.ts';

/** Freshness of the values in a response, by cache policy. */
export type ResponseFreshnessByPolicy = ResponseFreshness['rows'];

/** An encoded response in the cache. `Age` counts from `oldest`; at `freshUntil` it expires. */
export type CachedResponse = {
  readonly body: EncodedBody;
  readonly api: GatewayApiName;
  /** Records the latency of sends from the cache. */
  readonly latency: RouteLatencyByStatus;
  readonly oldest: Millis;
  readonly freshUntil: Millis;
  readonly rows: ResponseFreshnessByPolicy;
  /** For GraphQL: the number of objects that a client is charged for it. */
  readonly cost?: number | undefined;
};

/** A response that is offered to the cache, with the freshness of its values. */
type NewCachedResponse = Pick<CachedResponse, 'body' | 'api' | 'latency' | 'cost'> & {
  /** The time that `Age` counts from; null for a response without `Age`, which is not cached. */
  readonly oldest: Millis | null;
  readonly freshness: ResponseFreshness;
};

/** The cache keys of a request. */
export type ResponseCacheKeys = {
  /** The canonical cache key: equal for all requests with the same response. */
  readonly canonicalKey: string;
  /** The raw cache key; null if the request cannot be recognized by its bytes. */
  readonly rawKey: string | null;
};

/**
 * Encoded responses of both APIs, cached while every value in them is fresh, bounded in bytes.
 * Holds only complete, error-free responses that are the same for every client. Each raw cache key
 * is an alias of a canonical one, valid even after the response is evicted.
 *
 * The response to a first request is not cached, because most never recur, unless all its values
 * came from the cache.
 */
export type EncodedResponseCache = {
  /** Returns the cached response for a raw cache key that was seen before. */
  readonly getByRawKey: (rawKey: string) => CachedResponse | undefined;
  /** Returns the response for a canonical cache key, and records the raw key as its alias. */
  readonly get: (cacheKeys: ResponseCacheKeys) => CachedResponse | undefined;
  /** Caches a response, unless it has expired, is invalidated, or responds to a first request. */
  readonly put: (cacheKeys: ResponseCacheKeys, made: NewCachedResponse) => void;
  /** Returns true if the raw cache key is a known alias. */
  readonly hasAlias: (cacheKeys: ResponseCacheKeys) => boolean;
  /**
   * Whether all values could be served at `requestedAt`, and none of their policies was invalidated
   * after they were fetched.
   */
  readonly isValidAt: (
    response: { readonly rows: ResponseFreshnessByPolicy },
    requestedAt: Millis,
  ) => boolean;
  /** Invalidates every response with a value of this policy that was fetched until now. */
  readonly invalidate: (policy: CachePolicyName) => void;
  readonly size: () => CacheSize;
};

type Entry = CachedResponse & {
  /** The number of invalidations that the entry was last checked against. */
  survived: number;
};

const variantsFactor = 2;
const entryOverhead = 1500;
const aliasOverhead = 200;
/** Fraction of `maxBytes` for raw cache keys: they are small, and each saves parsing a request. */
const aliasShare = 0.25;

/** Creates an empty response cache of at most `maxBytes`, compressed variants and keys included. */
export function createEncodedResponseCache(clock: Clock, maxBytes: number): EncodedResponseCache {
  const aliasBytes = Math.floor(maxBytes * aliasShare);
  const cached = new LRUCache<string, Entry>({ maxSize: Math.max(1, maxBytes - aliasBytes) });
  const aliases = new LRUCache<string, string>({ maxSize: Math.max(1, aliasBytes) });
  const droppedAt = new Map<CachePolicyName, Millis>();
  let drops = 0;

  const isDropped = (rows: ResponseFreshnessByPolicy) => {
    for (const [policy, { oldest }] of rows) {
      if (oldest <= (droppedAt.get(policy) ?? Number.NEGATIVE_INFINITY)) return true;
    }
    return false;
  };

  function find(key: string): CachedResponse | undefined {
    const found = cached.get(key);
    if (!found) return undefined;
    const isCurrent = found.survived === drops || !isDropped(found.rows);
    if (isCurrent && clock.now() < found.freshUntil) {
      found.survived = drops;
      joinBodyBuffers(found.body);
      return found;
    }
    cached.delete(key);
    return undefined;
  }

  const hasAlias = ({ rawKey }: ResponseCacheKeys) => rawKey !== null && aliases.has(rawKey);

  function addAlias({ canonicalKey, rawKey }: ResponseCacheKeys): void {
    if (rawKey === null) return;
    aliases.set(rawKey, canonicalKey, {
      size: rawKey.length + canonicalKey.length + aliasOverhead,
    });
  }

  return {
    getByRawKey: (rawKey) => {
      const key = aliases.get(rawKey);
      return key === undefined ? undefined : find(key);
    },
    get: (cacheKeys) => {
      const found = find(cacheKeys.canonicalKey);
      if (found) addAlias(cacheKeys);
      return found;
    },
    put: (cacheKeys, made) => {
      const { canonicalKey, rawKey } = cacheKeys;
      const { freshness, oldest, ...response } = made;
      const { freshUntil, outcome, rows } = freshness;
      const isFirst = outcome === 'MISS' && rawKey !== null && !hasAlias(cacheKeys);
      if (isFirst || oldest === null || freshUntil === null) return;
      if (clock.now() >= freshUntil || isDropped(rows)) return;
      const entry: Entry = { ...response, oldest, freshUntil, rows, survived: drops };
      const size = response.body.length * variantsFactor + canonicalKey.length + entryOverhead;
      cached.set(canonicalKey, entry, { size });
      addAlias(cacheKeys);
    },
    hasAlias,
    isValidAt: ({ rows }, requestedAt) => {
      for (const [policy, { freshUntil }] of rows) {
        if (requestedAt >= servableUntil(policy, freshUntil)) return false;
      }
      return !isDropped(rows);
    },
    invalidate: (policy) => {
      droppedAt.set(policy, clock.now());
      drops += 1;
    },
    size: () => ({
      entries: cached.size,
      bytes: cached.calculatedSize + aliases.calculatedSize,
      maxBytes,
    }),
  };
}
