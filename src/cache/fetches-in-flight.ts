import type { Clock } from '../lib/clock.ts';
import { createEntryReusingMap } from '../lib/collections/entry-reusing-map.ts';
import type { TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import type { CoalescedFetch } from './coalesced-fetch.ts';
import { type CacheKey, fromCacheKeyId, type MemoryEntry } from './memory-store.ts';

/** A fetched value, as memory has it. */
export type FetchedEntry = {
  readonly entry: MemoryEntry;
  readonly isShared: boolean;
  /** The trace of another replica that fetched the value. */
  readonly trace?: TraceContext | undefined;
};

/** A fetch in flight, which new callers may join. */
export type InFlightFetch = {
  readonly begunAt: Millis;
  readonly request: CoalescedFetch<FetchedEntry>;
  readonly trace: TraceContext | undefined;
};

/** Creates the map of the fetches in flight, by the `id` of their cache keys. */
export function createFetchesInFlight(clock: Clock) {
  const { get, has, set, release, keys, delete: remove } = createEntryReusingMap<InFlightFetch>();
  return {
    get,
    has,
    set,
    release,
    /** Returns the fetch unless its result would be too old for new callers. */
    findJoinable: (id: string, maxAge: Millis): InFlightFetch | undefined => {
      const found = get(id);
      if (found === undefined || clock.now() - found.begunAt < maxAge) return found;
      remove(id);
      return undefined;
    },
    /** New callers must not join a fetch from before a write or a purge; its waiters keep it. */
    forget: (isAffected: (cacheKey: CacheKey) => boolean): void => {
      for (const id of keys()) if (isAffected(fromCacheKeyId(id))) remove(id);
    },
  };
}
