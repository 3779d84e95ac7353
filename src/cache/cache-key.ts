import type { CachePolicyName } from './cache-policies.ts';

/** The cache key of a value: its policy, the key within the policy, and both joined as `id`. */
export type CacheKey = {
  readonly id: string;
  readonly policy: CachePolicyName;
  readonly key: string;
};

/** Joins policy and key into the `id` of a cache key. */
export function cacheKeyId(policy: CachePolicyName, key: string): string {
  return `${policy}:${key}`;
}

/** Creates the cache key of a value. */
export function toCacheKey(policy: CachePolicyName, key: string): CacheKey {
  return { id: cacheKeyId(policy, key), policy, key };
}
