import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import type { CachePolicyName } from './cache-policies.ts';

/** When values were invalidated, so that no value from before a write counts as current. */
export type Invalidations = {
  /** Records the invalidation of a value, or of a whole policy when `key` is left out. */
  readonly record: (policy: CachePolicyName, key?: string) => void;
  /** Whether the policy was invalidated at or after `storedAt`. */
  readonly isPolicyInvalidated: (policy: CachePolicyName, storedAt: Millis) => boolean;
  /** Whether a fetch that began at `begunAt` may have read data from before a write. */
  readonly isOutdated: (address: CacheKey, begunAt: Millis) => boolean;
};

/** Enough that an evicted record is older than the deadline of any running fetch. */
const maxKeys = 10_000;

/** Creates an empty record. */
export function createInvalidations(clock: Clock): Invalidations {
  const rows = new Map<CachePolicyName, Millis>();
  const keys = new LRUCache<string, Millis>({ max: maxKeys });
  const isRowForgotten = (policy: CachePolicyName, time: Millis) => {
    const at = rows.get(policy);
    return at !== undefined && time <= at;
  };
  return {
    record: (policy, key) => {
      if (key === undefined) rows.set(policy, clock.now());
      else keys.set(toCacheKey(policy, key).id, clock.now());
    },
    isPolicyInvalidated: isRowForgotten,
    isOutdated: ({ id, policy }, begunAt) => {
      const at = keys.size > 0 ? keys.get(id) : undefined;
      return isRowForgotten(policy, begunAt) || (at !== undefined && begunAt <= at);
    },
  };
}
