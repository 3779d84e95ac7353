import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';

/** A value and its approximate size in bytes, usually that of its upstream response. */
export type SizedValue<T> = { readonly value: T; readonly bytes: number };

/**
 * Where a read got its value: `HIT` fresh from memory, `STALE` stale from memory, `MISS` by its own
 * fetch, `COALESCED` by the fetch of another read.
 */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/**
 * The times of a cached value. Cached responses and fragments refer to this object to check whether
 * the value is still current, without keeping the value in memory.
 */
export type EntryMeta = {
  readonly policy: CachePolicyName;
  /** When its fetch began, since an upstream may read its data long before it responds. */
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
};

/** The result of a read of the value cache. */
export type CachedValue<T> = {
  readonly value: T;
  readonly meta: EntryMeta;
  readonly outcome: CacheOutcome;
};
