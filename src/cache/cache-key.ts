import type { CachePolicyName } from './cache-policies.ts';

/** Where a value is kept: its row and what is unique within it, apart and together. */
export type CacheKey = {
  readonly id: string;
  readonly policy: CachePolicyName;
  readonly key: string;
};

/** Row and key as one text. */
export function cacheKeyId(policy: CachePolicyName, key: string): string {
  return `${policy}:${key}`;
}

/** The address of a value. */
export function toCacheKey(policy: CachePolicyName, key: string): CacheKey {
  return { id: cacheKeyId(policy, key), policy, key };
}
