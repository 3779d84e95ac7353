import type { PolicyName } from '../policies.ts';
import type { Millis } from '../units.ts';
import type { Cached, CacheOutcome, Sized, Stamp } from './cached.ts';

/** The same for the metrics, where a hit on another replica's value shows. */
export type ReadOutcome = CacheOutcome | 'SHARED';

export type CacheRead<T> = {
  readonly policy: PolicyName;
  /** Unique within the policy: the canonical parameters of the read. */
  readonly key: string;
  readonly fetch: Fetch<T>;
  readonly signal?: AbortSignal;
};

/** A value that was looked at, and how much longer it is fresh; not at all when it was forgotten meanwhile. */
export type Seen<T> = { readonly value: T; readonly freshFor: Millis };

/** Gets a value from where it comes. */
export type Fetch<T> = (signal: AbortSignal) => Promise<Sized<T>>;

/** How one waits for a value that is not at hand. */
export type Coming<T, U> = {
  readonly signal?: AbortSignal | undefined;
  readonly use: (read: Cached<T>) => U;
  /** Is told before the promise is rejected; with the stamp of the absence where there is nothing. */
  readonly lose?: (absent: Stamp | undefined, outcome: CacheOutcome) => void;
};
