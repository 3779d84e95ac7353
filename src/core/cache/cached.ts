import type { PolicyName } from '../policies.ts';
import type { Millis } from '../units.ts';

/** A fetched value and roughly how many bytes it holds. */
export type Sized<T> = { readonly value: T; readonly bytes: number };

/** How a value was come by: from memory, from memory past its freshness, asked for, or by joining who asked. */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/** What a read tells beside its value. */
export type ReadFacts = {
  /** The row that the value is kept by. */
  readonly policy: PolicyName;
  /** When its fetch began, since an upstream may read its data at once and answer later. */
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
  readonly outcome: CacheOutcome;
};

/** A value with the time its fetch began and the time until which it counts as fresh. */
export type Cached<T> = ReadFacts & {
  readonly value: T;
  /** Stands for the kept value in what is made of it. */
  readonly stamp: Stamp;
};

/**
 * One value in the cache without the value itself, so that what is made of values can tell whether
 * they are still the ones to be read, and holds none of them in memory.
 */
export type Stamp = ReadFacts & { readonly outcome: 'HIT' };
