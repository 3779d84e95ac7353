import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';

/** A fetched value and its approximate size in bytes. */
export type SizedValue<T> = { readonly value: T; readonly bytes: number };

/** Fresh from memory, stale from memory, fetched, or from a fetch of another read. */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/**
 * Metadata of a cached value. Cached responses and fragments refer to it to check whether their
 * values are still current, without keeping the values in memory.
 */
export type EntryMeta = {
  /** The policy of the value. */
  readonly policy: CachePolicyName;
  /** When its fetch began, since an upstream may read its data long before it responds. */
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
};

/** The result of a read. */
export type CachedValue<T> = {
  readonly value: T;
  readonly meta: EntryMeta;
  readonly outcome: CacheOutcome;
};
