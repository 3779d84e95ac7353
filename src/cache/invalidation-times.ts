import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import type { CachePolicyName } from './cache-policies.ts';

/**
 * Times at which writes invalidated values. A value fetched earlier must not be cached as current.
 */
export type InvalidationTimes = {
  /** Records that a value, or without `key` all values of a policy, are invalidated now. */
  readonly record: (policy: CachePolicyName, key?: string) => void;
  /** Whether the whole policy was invalidated at this time or later. */
  readonly isPolicyInvalidated: (policy: CachePolicyName, storedAt: Millis) => boolean;
  /** Whether the value or its policy was invalidated when a fetch began or later. */
  readonly isOutdated: (cacheKey: CacheKey, begunAt: Millis) => boolean;
};

/** Limit of recorded keys. Evicted ones are older than the deadline of any running fetch. */
const maxKeys = 10_000;

/** Creates an empty record of invalidation times. */
export function createInvalidationTimes(clock: Clock): InvalidationTimes {
  const policies = new Map<CachePolicyName, Millis>();
  const keys = new LRUCache<string, Millis>({ max: maxKeys });
  const isPolicyInvalidated = (policy: CachePolicyName, time: Millis) => {
    const at = policies.get(policy);
    return at !== undefined && time <= at;
  };
  return {
    record: (policy, key) => {
      if (key === undefined) policies.set(policy, clock.now());
      else keys.set(toCacheKey(policy, key).id, clock.now());
    },
    isPolicyInvalidated,
    isOutdated: ({ id, policy }, begunAt) => {
      const at = keys.size > 0 ? keys.get(id) : undefined;
      return isPolicyInvalidated(policy, begunAt) || (at !== undefined && begunAt <= at);
    },
  };
}
