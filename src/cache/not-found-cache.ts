import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { NotFoundError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import { cachePolicies } from './cache-policies.ts';
import type { EntryMeta } from './cache-read-types.ts';
import { isMarked, type PurgeMark, tagOf } from './cache-tags.ts';
import type { CacheKey } from './memory-store.ts';

/** A cached 404: the fact that a resource does not exist, with the message of its error. */
export type CachedNotFound = {
  readonly message: string;
  /** Its policy is `absence`, not that of the missing value. */
  readonly meta: EntryMeta;
};

/** Limits of this store; it is separate, so that a flood of unknown names evicts no values. */
const maxEntries = 10_000;
const maxBytes = 4 * 1024 * 1024;
const entryOverhead = 300;

/**
 * Returns the 404 that a failed fetch proves; null for subclasses of `NotFoundError` and all other
 * errors.
 *
 * @param cacheKey - The key of the missing value.
 * @param begunAt - When the fetch began.
 */
export function toCachedNotFound(
  error: unknown,
  cacheKey: Pick<CacheKey, 'policy' | 'key'>,
  begunAt: Millis,
): CachedNotFound | null {
  if (!(error instanceof NotFoundError) || error.constructor !== NotFoundError) return null;
  const freshUntil = begunAt + cachePolicies.absence.fresh;
  const tag = tagOf(cacheKey.policy, cacheKey.key);
  const meta = { policy: 'absence', storedAt: begunAt, freshUntil, tag } as const;
  return { message: error.message, meta };
}

/**
 * Takes the place of a shared value when another replica found that the resource does not exist.
 */
export class SharedNotFound {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Creates the error of a read that finds a cached 404. */
export function toNotFoundError({ message }: CachedNotFound): NotFoundError {
  return new NotFoundError(message);
}

/** Creates a cache of 404s; each is cached for the fresh time of the policy `absence`. */
export function createNotFoundCache(clock: Clock) {
  const entries = new LRUCache<string, CachedNotFound>({ max: maxEntries, maxSize: maxBytes });
  const isExpired = ({ meta }: CachedNotFound) => {
    const now = clock.now();
    // If the clock is set back, a 404 must not stay cached longer.
    return now >= meta.freshUntil || now < meta.storedAt;
  };
  return {
    find: (id: string): CachedNotFound | undefined => {
      const found = entries.get(id);
      if (found === undefined || !isExpired(found)) return found;
      entries.delete(id);
      return undefined;
    },
    /** Caches a 404 until it expires; ignores null and expired ones. */
    put: ({ id }: CacheKey, absence: CachedNotFound | null): void => {
      if (absence === null || isExpired(absence)) return;
      const size = 2 * (id.length + absence.message.length) + entryOverhead;
      entries.set(id, absence, { size });
    },
    /** Removes the 404 of a key, or all of a policy without `key`. */
    remove: (policy: string, key?: string): void => {
      if (key !== undefined) {
        entries.delete(`${policy}:${key}`);
        return;
      }
      for (const id of [...entries.keys()]) if (id.startsWith(`${policy}:`)) entries.delete(id);
    },
    /** Removes the 404s of values that the mark purges. */
    purge: (mark: PurgeMark): void => {
      for (const [id, { meta }] of [...entries.entries()]) {
        if (isMarked(meta.tag, mark)) entries.delete(id);
      }
    },
    size: () => entries.size,
  };
}
