import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import { type CachePolicyName, cachePolicies, servableUntil } from './cache-policies.ts';
import type { CachedValue, EntryMeta } from './cached-value.ts';
import { createInvalidations } from './invalidations.ts';
import type { SharedCacheValue } from './shared-cache.ts';
import { estimateSize } from './size-estimate.ts';

type KeptStamp = EntryMeta & {
  isKept: boolean;
  /** An invalidation at this time or later concerns the value. */
  readonly trueAt: Millis;
};

/** An entry of the memory store; also the result of a read that hits, which saves an allocation. */
export type MemoryEntry = CachedValue<unknown> & { readonly meta: KeptStamp };

/** The values in this process's memory, limited in bytes. The value cache adds fetching to it. */
export type MemoryStore = {
  /** Returns the entry, fresh or not; undefined if there is none or it was invalidated. */
  readonly find: (id: string, policy: CachePolicyName) => MemoryEntry | undefined;
  /**
   * Creates the entry of a fetched value and returns it. It is stored unless the stored one is
   * newer or a write has invalidated it since its fetch began.
   */
  readonly put: (address: CacheKey, made: SharedCacheValue) => MemoryEntry;
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** Whether a value read earlier may still be served, even if a newer one has replaced it. */
  readonly isServable: (address: CacheKey, meta: EntryMeta) => boolean;
  readonly invalidate: (policy: CachePolicyName, key?: string) => void;
  /** Whether a write has invalidated the value since a fetch of it began at `begunAt`. */
  readonly isOutdated: (address: CacheKey, begunAt: Millis) => boolean;
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
      meta.isKept = false;
    },
  });
  const forgotten = createInvalidations(clock);

  return {
    find: (id, policy) => {
      const entry = entries.get(id);
      return entry && forgotten.isPolicyInvalidated(policy, entry.meta.trueAt) ? undefined : entry;
    },
    put: (address, { value, bytes, storedAt, begunAt }) => {
      const { id, policy } = address;
      // A value from before a write is never fresh, so no response made of it is cached either.
      const fresh = forgotten.isOutdated(address, begunAt) ? 0 : cachePolicies[policy].fresh;
      const freshUntil = storedAt + fresh;
      const isNewest = storedAt >= (entries.peek(id)?.meta.storedAt ?? 0);
      const isKept = fresh > 0 && isNewest;
      const meta = { policy, storedAt, freshUntil, isKept, trueAt: begunAt };
      const entry: MemoryEntry = { value, meta, outcome: 'HIT' };
      if (isKept) {
        const size = Math.max(1, estimateSize(policy, value, bytes)) + id.length + entryOverhead;
        entries.set(id, entry, { size });
      }
      return entry;
    },
    isCurrent: (meta) => {
      const { isKept, trueAt } = meta as KeptStamp;
      return (
        isKept &&
        clock.now() < meta.freshUntil &&
        !forgotten.isPolicyInvalidated(meta.policy, trueAt)
      );
    },
    isServable: (address, meta) => {
      const { policy, freshUntil, trueAt } = meta as KeptStamp;
      const isOver = clock.now() >= servableUntil(policy, freshUntil);
      return !isOver && !forgotten.isOutdated(address, trueAt);
    },
    invalidate: (policy, key) => {
      forgotten.record(policy, key);
      if (key !== undefined) entries.delete(toCacheKey(policy, key).id);
    },
    isOutdated: forgotten.isOutdated,
    drop: (policy, key) => void entries.delete(toCacheKey(policy, key).id),
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
