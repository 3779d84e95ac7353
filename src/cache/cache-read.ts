import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CachedValue, CacheOutcome, EntryMeta, SizedValue } from './cached-value.ts';

/** The same for the metrics, where a hit on another replica's value shows. */
export type CacheReadOutcome = CacheOutcome | 'SHARED';

export type CacheReadRequest<T> = {
  readonly policy: CachePolicyName;
  /** Unique within the policy: the canonical parameters of the read. */
  readonly key: string;
  readonly fetch: FetchValue<T>;
  readonly signal?: AbortSignal;
};

/** A value that was looked at, and how much longer it is fresh; not at all when it was forgotten meanwhile. */
export type ObservedValue<T> = { readonly value: T; readonly freshFor: Millis };

/** Gets a value from where it comes. */
export type FetchValue<T> = (signal: AbortSignal) => Promise<SizedValue<T>>;

/** How one waits for a value that is not at hand. */
export type ValueWaiter<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onValue: (read: CachedValue<T>) => U;
  /** Is told before the promise is rejected; with the stamp of the absence where there is nothing. */
  readonly onError?: (absent: EntryMeta | undefined, outcome: CacheOutcome) => void;
};
