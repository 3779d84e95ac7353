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
  /** What was forgotten before this time does not concern the value. */
  readonly trueAt: Millis;
};

/** What a hit answers, as it is: hits make no garbage. */
export type MemoryEntry = CachedValue<unknown> & { readonly meta: KeptStamp };

/** The memory of the value cache. */
export type MemoryStore = {
  /** The entry that is kept, fresh or not; undefined when there is none, or it was forgotten. */
  readonly find: (id: string, policy: CachePolicyName) => MemoryEntry | undefined;
  /** Makes an entry, and keeps it unless a newer one is there, or it was forgotten since it began to be fetched. */
  readonly put: (address: CacheKey, made: SharedCacheValue) => MemoryEntry;
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** True while the value may be shown, fresh or not, whether it is still kept or replaced by a newer one. */
  readonly isServable: (address: CacheKey, meta: EntryMeta) => boolean;
  readonly invalidate: (policy: CachePolicyName, key?: string) => void;
  /** Whether what began to be fetched at this time may tell of the world before a write. */
  readonly isOutdated: (address: CacheKey, begunAt: Millis) => boolean;
  /** Takes out a value that an upstream no longer has. */
  readonly drop: (policy: CachePolicyName, key: string) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

/** Overhead of an entry beside its value, bytes. */
const entryOverhead = 200;

/** Keeps at most `maxBytes`, least recently used out first. */
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
      // What may be from before a write is not to be kept in an answer either: it is never fresh.
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
