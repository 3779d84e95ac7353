import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CacheTag } from './cache-tags.ts';

/** A value and its approximate size in bytes, usually that of its upstream response. */
export type SizedValue<T> = {
  readonly value: T;
  readonly bytes: number;
  /** Whether the value never changes: it is fresh for `finalLifetime`, whatever its policy says. */
  readonly isFinal?: boolean;
};

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
  /** What the value is about. */
  readonly tag: CacheTag;
};

/** The result of a read of the value cache. */
export type CacheReadResult<T> = {
  readonly value: T;
  readonly meta: EntryMeta;
  readonly outcome: CacheOutcome;
};

/** The outcome of a read in metrics. `SHARED`: a fresh value that another replica had fetched. */
export type CacheReadOutcome = CacheOutcome | 'SHARED';

export type CacheReadRequest<T> = {
  readonly policy: CachePolicyName;
  /** Unique within the policy: the canonical parameters of the read. */
  readonly key: string;
  readonly fetch: FetchValue<T>;
  readonly signal?: AbortSignal;
};

/** A value and how much longer it is fresh; zero or less if it was invalidated meanwhile. */
export type ValueWithRemainingFreshness<T> = { readonly value: T; readonly freshFor: Millis };

/** Fetches a value from its upstream, with its size. The signal aborts the fetch. */
export type FetchValue<T> = (signal: AbortSignal) => Promise<SizedValue<T>>;

/** The callbacks of a read whose value is not in memory. */
export type CacheMissCallbacks<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onValue: (read: CacheReadResult<T>) => U;
  /** Runs before the promise rejects; `absent` is set when the resource does not exist. */
  readonly onError?: (absent: EntryMeta | undefined, outcome: CacheOutcome) => void;
};
