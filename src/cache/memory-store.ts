import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import {
  type CachePolicyName,
  cachePolicies,
  finalLifetime,
  servableUntil,
} from './cache-policies.ts';
import type { CacheReadResult, EntryMeta } from './cache-read-types.ts';
import { isMarked, marksOn, type PurgeMark, tagOf } from './cache-tags.ts';
import type { SharedCacheValue } from './shared-cache.ts';
import { estimateSize } from './size-estimate.ts';

/** Key of a value in the value cache: its policy, a key within the policy, and both as `id`. */
export type CacheKey = {
  readonly id: string;
  readonly policy: CachePolicyName;
  readonly key: string;
};

/** Creates a cache key from a policy and a key within it. */
export function toCacheKey(policy: CachePolicyName, key: string): CacheKey {
  return { id: `${policy}:${key}`, policy, key };
}

/** Returns the cache key with this `id`. */
export function fromCacheKeyId(id: string): CacheKey {
  const end = id.indexOf(':');
  return { id, policy: id.slice(0, end) as CachePolicyName, key: id.slice(end + 1) };
}

type StoredEntryMeta = EntryMeta & {
  isStored: boolean;
  /** Invalidations at this time or later apply to the value. */
  readonly validAt: Millis;
};

/** An entry of the memory store; also the result of a read that hits, which saves an allocation. */
export type MemoryEntry = CacheReadResult<unknown> & { readonly meta: StoredEntryMeta };

const entryOverhead = 200;
/** Limit of recorded keys. Evicted ones are older than the deadline of any running fetch. */
const maxInvalidatedKeys = 10_000;

/**
 * Creates the store of the values in this process's memory, which evicts the least recently used
 * ones above `maxBytes`. The value cache adds fetching to it.
 */
export function createMemoryStore(clock: Clock, maxBytes: number) {
  const entries = new LRUCache<string, MemoryEntry>({
    maxSize: maxBytes,
    dispose: ({ meta }) => {
      meta.isStored = false;
    },
  });
  /** When writes invalidated policies and values; those that were fetched earlier are outdated. */
  const policiesInvalidatedAt = new Map<CachePolicyName, Millis>();
  const keysInvalidatedAt = new LRUCache<string, Millis>({ max: maxInvalidatedKeys });
  const purgedAt = new LRUCache<PurgeMark, Millis>({ max: maxInvalidatedKeys });

  const isPolicyOutdated = (policy: CachePolicyName, time: Millis) =>
    time <= (policiesInvalidatedAt.get(policy) ?? Number.NEGATIVE_INFINITY);
  const isPurged = ({ policy, key }: CacheKey, begunAt: Millis) =>
    purgedAt.size > 0 &&
    marksOn(tagOf(policy, key)).some(
      (mark) => begunAt <= (purgedAt.get(mark) ?? Number.NEGATIVE_INFINITY),
    );
  /** Whether a write or a purge has invalidated the value since a fetch of it began at `begunAt`. */
  const isOutdated = (cacheKey: CacheKey, begunAt: Millis) =>
    isPolicyOutdated(cacheKey.policy, begunAt) ||
    begunAt <= (keysInvalidatedAt.get(cacheKey.id) ?? Number.NEGATIVE_INFINITY) ||
    isPurged(cacheKey, begunAt);

  return {
    /** Returns the entry, fresh or not; undefined if there is none or it was invalidated. */
    find: ({ id, policy }: CacheKey): MemoryEntry | undefined => {
      const entry = entries.get(id);
      return entry && isPolicyOutdated(policy, entry.meta.validAt) ? undefined : entry;
    },
    /**
     * Creates the entry of a fetched value and returns it. It is stored unless the stored one is
     * newer or a write has invalidated it since its fetch began.
     */
    put: (cacheKey: CacheKey, { value, bytes, storedAt, begunAt, isFinal }: SharedCacheValue) => {
      const { id, policy, key } = cacheKey;
      // A value from before a write is never fresh, so no response made of it is cached either.
      const lifetime = isFinal ? finalLifetime : cachePolicies[policy].fresh;
      const fresh = isOutdated(cacheKey, begunAt) ? 0 : lifetime;
      const freshUntil = storedAt + fresh;
      const isNewest = storedAt >= (entries.peek(id)?.meta.storedAt ?? 0);
      const isStored = fresh > 0 && isNewest;
      const tag = tagOf(policy, key);
      const meta = { policy, storedAt, freshUntil, tag, isStored, validAt: begunAt };
      const entry: MemoryEntry = { value, meta, outcome: 'HIT' };
      if (isStored) {
        const size = Math.max(1, estimateSize(policy, value, bytes)) + id.length + entryOverhead;
        entries.set(id, entry, { size });
      }
      return entry;
    },
    /** Whether a read now would return this value, as a fresh one. */
    isCurrent: (meta: EntryMeta): boolean => {
      const { policy, isStored, freshUntil, validAt } = meta as StoredEntryMeta;
      return isStored && clock.now() < freshUntil && !isPolicyOutdated(policy, validAt);
    },
    /** Whether a value read earlier may still be served, even if a newer one has replaced it. */
    isServable: (cacheKey: CacheKey, meta: EntryMeta): boolean => {
      const { policy, freshUntil, validAt } = meta as StoredEntryMeta;
      return clock.now() < servableUntil(policy, freshUntil) && !isOutdated(cacheKey, validAt);
    },
    invalidate: (policy: CachePolicyName, key?: string) => {
      if (key === undefined) {
        policiesInvalidatedAt.set(policy, clock.now());
        return;
      }
      const { id } = toCacheKey(policy, key);
      keysInvalidatedAt.set(id, clock.now());
      entries.delete(id);
    },
    /** Removes the values that the mark purges, and those whose fetch has begun when they come. */
    purge: (mark: PurgeMark) => {
      purgedAt.set(mark, clock.now());
      for (const [id, { meta }] of [...entries.entries()]) {
        if (isMarked(meta.tag, mark)) entries.delete(id);
      }
    },
    isOutdated,
    /** Removes the value of a resource that no longer exists. */
    drop: ({ id }: CacheKey) => void entries.delete(id),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
