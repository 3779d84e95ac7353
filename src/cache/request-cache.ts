import { InvalidInputError } from '../lib/errors.ts';
import { resumeInGroups } from '../lib/event-loop-turns.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CacheReadResult, EntryMeta, FetchValue } from './cache-read-types.ts';
import { type CacheKey, toCacheKey } from './memory-store.ts';
import type { ResponseFreshnessTracker } from './response-freshness-tracker.ts';
import type { ValueCache } from './value-cache.ts';

/**
 * One request's access to the value cache. It aborts fetches with the request, records the values
 * of the response, and limits the upstream reads of the request.
 */
export type RequestCache = {
  readonly read: <T>(policy: CachePolicyName, key: string, fetch: FetchValue<T>) => T | Promise<T>;
  /** Returns the value if it is fresh in memory, and records the read; undefined otherwise. */
  readonly peek: <T>(policy: CachePolicyName, key: string) => T | undefined;
  /**
   * Runs a synchronous function and collects the values that it reads. `dependencies` is null if
   * the result must not be reused: a value was not fresh, or the response was marked uncacheable.
   */
  readonly trackDependencies: <T>(run: () => T) => {
    readonly result: T;
    readonly dependencies: CachedValueTimes | null;
  };
  /** Records the values in `dependencies` if all of them are current; otherwise returns false. */
  readonly revalidateDependencies: (dependencies: CachedValueTimes) => boolean;
  readonly signal: AbortSignal;
  readonly freshness: ResponseFreshnessTracker;
};

/** A read of a value that was not in memory. `join` waits for it; undefined once it has settled. */
type PendingRead = { join: (() => Promise<unknown>) | undefined; hasFailed: boolean };

/** The times of the cached values that a result was computed from. */
export type CachedValueTimes = readonly EntryMeta[];

const ignore = () => {};

/**
 * Creates the request cache of one client request.
 *
 * @param options.maxMisses - Maximum number of different values that are not in memory.
 * @throws {InvalidInputError} (from `read`) the request exceeds `maxMisses`.
 */
export function createRequestCache(options: {
  readonly cache: ValueCache;
  readonly freshness: ResponseFreshnessTracker;
  readonly signal: AbortSignal;
  readonly maxMisses: number;
}): RequestCache {
  const { cache, freshness, signal, maxMisses } = options;
  const misses = new Map<string, PendingRead>();
  // Resolvers of long lists read the same value for each element.
  let last: { readonly cacheKey: CacheKey; readonly read: CacheReadResult<unknown> } | null = null;
  // Reads of a stale value return it again: a response has one version of each value.
  let stale: Map<string, CacheReadResult<unknown>> | undefined;
  let recording: { readonly dependencies: Set<EntryMeta>; isFresh: boolean } | null = null;

  const recordRead = <T>(read: CacheReadResult<T>): T => {
    freshness.record(read.meta, read.outcome);
    if (recording) {
      if (read.outcome === 'HIT') recording.dependencies.add(read.meta);
      else recording.isFresh = false;
    }
    return read.value;
  };

  const recordAndRetainStale = <T>(cacheKey: CacheKey, read: CacheReadResult<T>): T => {
    if (read.outcome === 'STALE') {
      stale ??= new Map();
      stale.set(cacheKey.id, read);
    }
    return recordRead(read);
  };

  function markFailed(pending: PendingRead): void {
    // If several reads fail, the caller may await only the first; the others must not be unhandled.
    pending.join?.().catch(ignore);
    pending.join = undefined;
    pending.hasFailed = true;
  }

  function trackPromise<T>(pending: PendingRead, response: Promise<T>): Promise<T> {
    pending.join = resumeInGroups(response);
    if (pending.hasFailed) markFailed(pending);
    return response;
  }

  function registerMiss(id: string): PendingRead {
    if (misses.size >= maxMisses) {
      throw new InvalidInputError(
        `the request needs more than ${maxMisses} upstream reads; ask for fewer items at a time`,
      );
    }
    const pending = { join: undefined, hasFailed: false };
    misses.set(id, pending);
    return pending;
  }

  function readByKey<T>(cacheKey: CacheKey, fetch: FetchValue<T>): T | Promise<T> {
    const retained = stale?.get(cacheKey.id);
    if (retained && cache.isServable(cacheKey, retained.meta))
      return recordRead(retained as CacheReadResult<T>);
    const earlier = misses.size > 0 ? misses.get(cacheKey.id) : undefined;
    if (earlier?.join) {
      if (recording) recording.isFresh = false;
      return earlier.join() as Promise<T>;
    }
    const read = cache.getOrRevalidate(cacheKey, fetch);
    if (read) {
      last = read.outcome === 'HIT' ? { cacheKey, read } : null;
      return recordAndRetainStale(cacheKey, read);
    }
    if (recording) recording.isFresh = false;
    const pending = earlier ?? registerMiss(cacheKey.id);
    pending.hasFailed = false;
    return trackPromise(
      pending,
      cache.fetchShared(cacheKey, fetch, {
        signal,
        onValue: (fetched) => {
          pending.join = undefined;
          return recordAndRetainStale(cacheKey, fetched);
        },
        onError: (absent, outcome) => {
          if (absent) freshness.record(absent, outcome);
          markFailed(pending);
        },
      }),
    );
  }

  return {
    signal,
    freshness,
    read<T>(policy: CachePolicyName, key: string, fetch: FetchValue<T>): T | Promise<T> {
      const isLast = last?.cacheKey.key === key && last.cacheKey.policy === policy;
      if (last && isLast && cache.isCurrent(last.read.meta)) {
        recording?.dependencies.add(last.read.meta);
        return last.read.value as T;
      }
      return readByKey(toCacheKey(policy, key), fetch);
    },
    peek: <T>(policy: CachePolicyName, key: string) => {
      const cached = cache.peekFresh<T>(policy, key);
      return cached ? recordRead(cached) : undefined;
    },
    trackDependencies: (run) => {
      const outer = recording;
      const inner = { dependencies: new Set<EntryMeta>(), isFresh: true };
      const marks = freshness.markCount();
      recording = inner;
      try {
        const result = run();
        if (freshness.markCount() !== marks) inner.isFresh = false;
        return { result, dependencies: inner.isFresh ? [...inner.dependencies] : null };
      } finally {
        recording = outer;
        // The outer recording depends on everything that the inner one read.
        if (outer) {
          if (!inner.isFresh) outer.isFresh = false;
          for (const meta of inner.dependencies) outer.dependencies.add(meta);
        }
      }
    },
    revalidateDependencies: (reads) => {
      const isOther = stale !== undefined && reads.some(({ policy }) => freshness.isStale(policy));
      if (isOther || !reads.every(cache.isCurrent)) return false;
      for (const meta of reads) {
        freshness.record(meta, 'HIT');
        recording?.dependencies.add(meta);
      }
      return true;
    },
  };
}
