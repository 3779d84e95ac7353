import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import { type CachePolicyName, cachePolicies, servableUntil } from './cache-policies.ts';
import type { CachedValue, EntryMeta } from './cached-value.ts';
import { createInvalidationTimes } from './invalidation-times.ts';
import type { SharedCacheValue } from './shared-cache.ts';
import { estimateSize } from './size-estimate.ts';

type StoredEntryMeta = EntryMeta & {
  isStored: boolean;
  /** Invalidations at this time or later apply to the value. */
  readonly validAt: Millis;
};

/** An entry of the memory store; also the result of a read that hits, which saves an allocation. */
export type MemoryEntry = CachedValue<unknown> & { readonly meta: StoredEntryMeta };

/** The values in this process's memory, limited in bytes. The value cache adds fetching to it. */
export type MemoryStore = {
  /** Returns the entry, fresh or not; undefined if there is none or it was invalidated. */
  readonly find: (id: string, policy: CachePolicyName) => MemoryEntry | undefined;
  /**
   * Creates the entry of a fetched value and returns it. It is stored unless the stored one is
   * newer or a write has invalidated it since its fetch began.
   */
  readonly put: (cacheKey: CacheKey, made: SharedCacheValue) => MemoryEntry;
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** Whether a value read earlier may still be served, even if a newer one has replaced it. */
  readonly isServable: (cacheKey: CacheKey, meta: EntryMeta) => boolean;
  readonly invalidate: (policy: CachePolicyName, key?: string) => void;
  /** Whether a write has invalidated the value since a fetch of it began at `begunAt`. */
  readonly isOutdated: (cacheKey: CacheKey, begunAt: Millis) => boolean;
  /** Removes the value of a resource that no longer exists. */
  readonly drop: (policy: CachePolicyName, key: string) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

const entryOverhead = 200;

/** Creates a store of at most `maxBytes` that evicts the least recently used values. */
export function createMemoryStore(clock: Clock, maxBytes: number): MemoryStore {
  const entries = new LRUCache<string, MemoryEntry>({
    maxSize: maxBytes,
    dispose: ({ meta }) => {
      meta.isStored = false;
    },
  });
  const invalidations = createInvalidationTimes(clock);

  return {
    find: (id, policy) => {
      const entry = entries.get(id);
      return entry && invalidations.isPolicyInvalidated(policy, entry.meta.validAt)
        ? undefined
        : entry;
    },
    put: (cacheKey, { value, bytes, storedAt, begunAt }) => {
      const { id, policy } = cacheKey;
      // A value from before a write is never fresh, so no response made of it is cached either.
      const fresh = invalidations.isOutdated(cacheKey, begunAt) ? 0 : cachePolicies[policy].fresh;
      const freshUntil = storedAt + fresh;
      const isNewest = storedAt >= (entries.peek(id)?.meta.storedAt ?? 0);
      const isStored = fresh > 0 && isNewest;
      const meta = { policy, storedAt, freshUntil, isStored, validAt: begunAt };
      const entry: MemoryEntry = { value, meta, outcome: 'HIT' };
      if (isStored) {
        const size = Math.max(1, estimateSize(policy, value, bytes)) + id.length + entryOverhead;
        entries.set(id, entry, { size });
      }
      return entry;
    },
    isCurrent: (meta) => {
      const { isStored, validAt } = meta as StoredEntryMeta;
      return (
        isStored &&
        clock.now() < meta.freshUntil &&
        !invalidations.isPolicyInvalidated(meta.policy, validAt)
      );
    },
    isServable: (cacheKey, meta) => {
      const { policy, freshUntil, validAt } = meta as StoredEntryMeta;
      const isOver = clock.now() >= servableUntil(policy, freshUntil);
      return !isOver && !invalidations.isOutdated(cacheKey, validAt);
    },
    invalidate: (policy, key) => {
      invalidations.record(policy, key);
      if (key !== undefined) entries.delete(toCacheKey(policy, key).id);
    },
    isOutdated: invalidations.isOutdated,
    drop: (policy, key) => void entries.delete(toCacheKey(policy, key).id),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
