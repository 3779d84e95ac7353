import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CachedValue, CacheOutcome, EntryMeta, SizedValue } from './cached-value.ts';

/** The outcome in metrics: `SHARED` is a hit on a value that another replica fetched. */
export type CacheReadOutcome = CacheOutcome | 'SHARED';

export type CacheReadRequest<T> = {
  readonly policy: CachePolicyName;
  /** Unique within the policy: the canonical parameters of the read. */
  readonly key: string;
  readonly fetch: FetchValue<T>;
  readonly signal?: AbortSignal;
};

/** A value and how much longer it is fresh; zero or less when it was invalidated meanwhile. */
export type ObservedValue<T> = { readonly value: T; readonly freshFor: Millis };

/** Fetches a value from its upstream. */
export type FetchValue<T> = (signal: AbortSignal) => Promise<SizedValue<T>>;

/** Callbacks of a caller that waits for a value that is not in memory. */
export type ValueWaiter<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onValue: (read: CachedValue<T>) => U;
  /** Runs before the promise rejects; `absent` is set when the resource does not exist. */
  readonly onError?: (absent: EntryMeta | undefined, outcome: CacheOutcome) => void;
};
