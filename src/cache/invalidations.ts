import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import type { CachePolicyName } from './cache-policies.ts';

/** When values were last forgotten, so that nothing from before a write is taken for current. */
export type Invalidations = {
  /** Notes that a value, or all of a row when `key` is left out, is no longer true. */
  readonly record: (policy: CachePolicyName, key?: string) => void;
  /** Whether all values of the row from this time or before are forgotten. */
  readonly isPolicyInvalidated: (policy: CachePolicyName, storedAt: Millis) => boolean;
  /** Whether what began to be fetched at this time may tell of the world before a write. */
  readonly isOutdated: (address: CacheKey, begunAt: Millis) => boolean;
};

/** A fetch that began before the oldest note that is left has met its deadline long ago. */
const maxKeys = 10_000;

/** Nothing is forgotten yet. */
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
