import type { CachePolicyName } from '../../cache/cache-policies.ts';
import { type CacheTag, cacheTagHeader } from '../../cache/cache-tags.ts';
import type { PolicyFreshness } from '../../cache/response-freshness-tracker.ts';
import type { ResponseHeaders } from './http-response.ts';

/** Adds `Cache-Tag` to the headers of a response that shared caches may keep. */
export function withCacheTag(
  headers: ResponseHeaders,
  rows: ReadonlyMap<CachePolicyName, PolicyFreshness>,
): ResponseHeaders {
  if (!headers['Cache-Control']?.startsWith('public')) return headers;
  const tags = new Set<CacheTag>();
  for (const row of rows.values()) for (const tag of row.tags) tags.add(tag);
  return { ...headers, ...cacheTagHeader(tags) };
}
