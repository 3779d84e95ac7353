import type { Millis } from '../lib/units.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CachedValue, CacheOutcome, EntryMeta, SizedValue } from './cached-value.ts';

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
export type ValueWithFreshTime<T> = { readonly value: T; readonly freshFor: Millis };

/** Fetches a value from its upstream, with its size. The signal aborts the fetch. */
export type FetchValue<T> = (signal: AbortSignal) => Promise<SizedValue<T>>;

/** The callbacks of a read whose value is not in memory. */
export type ValueReadCallbacks<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly onValue: (read: CachedValue<T>) => U;
  /** Runs before the promise rejects; `absent` is set when the resource does not exist. */
  readonly onError?: (absent: EntryMeta | undefined, outcome: CacheOutcome) => void;
};
