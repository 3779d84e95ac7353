import type { CachePolicyName } from './cache-policies.ts';

/** Key of a value in the value cache: its policy, a key within the policy, and both as `id`. */
export type CacheKey = {
  readonly id: string;
  readonly policy: CachePolicyName;
  readonly key: string;
};

/** Joins policy and key into the `id` of a cache key. */
export function cacheKeyId(policy: CachePolicyName, key: string): string {
  return `${policy}:${key}`;
}

/** Creates a cache key from a policy and a key within it. */
export function toCacheKey(policy: CachePolicyName, key: string): CacheKey {
  return { id: cacheKeyId(policy, key), policy, key };
}
