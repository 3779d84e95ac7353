import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';

/** A fetched value and roughly how many bytes it holds. */
export type SizedValue<T> = { readonly value: T; readonly bytes: number };

/** How a value was come by: from memory, from memory past its freshness, asked for, or by joining who asked. */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/**
 * What is known of a value in the cache, without the value itself: what is made of values can tell
 * by it whether they are still the ones to be read, and holds none of them in memory.
 */
export type EntryMeta = {
  /** The row that the value is kept by. */
  readonly policy: CachePolicyName;
  /** When its fetch began, since an upstream may read its data at once and answer later. */
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
};

/** A value that was read. */
export type CachedValue<T> = {
  readonly value: T;
  readonly meta: EntryMeta;
  readonly outcome: CacheOutcome;
};
