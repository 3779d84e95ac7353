import { InvalidInputError } from '../lib/errors.ts';
import { resumeInGroups } from '../lib/resume-in-groups.ts';
import { type CacheKey, toCacheKey } from './cache-key.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { FetchValue } from './cache-read.ts';
import type { CachedValue, EntryMeta } from './cached-value.ts';
import type { FreshnessTracker } from './freshness-tracker.ts';
import type { ValueCache } from './value-cache.ts';

/**
 * One request's access to the value cache. It aborts fetches with the request, records the values
 * of the response, and limits the upstream reads of the request.
 */
export type RequestCache = {
  readonly read: <T>(policy: CachePolicyName, key: string, fetch: FetchValue<T>) => T | Promise<T>;
  /** Returns the value if it is fresh in memory, and records it; undefined otherwise. */
  readonly peek: <T>(policy: CachePolicyName, key: string) => T | undefined;
  /**
   * Runs a synchronous function and collects the values that it reads. `dependencies` is null if
   * the result must not be reused: a value was not fresh, or the response was marked uncacheable.
   */
  readonly trackDependencies: <T>(run: () => T) => {
    readonly result: T;
    readonly dependencies: Dependencies | null;
  };
  /** Records the values of an earlier result if all are current, else returns false. */
  readonly revalidateDependencies: (dependencies: Dependencies) => boolean;
  readonly signal: AbortSignal;
  readonly freshness: FreshnessTracker;
};

/** A read of a value that was not in memory; `join` returns its promise until it settles. */
type Missed = { join: (() => Promise<unknown>) | undefined; isLost: boolean };

/** The times of the cached values that a result was computed from. */
export type Dependencies = readonly EntryMeta[];

const ignore = () => {};

/**
 * Creates the request cache of one client request.
 *
 * @param options.maxMisses - Maximum number of different values that are not in memory.
 * @throws {InvalidInputError} (from `read`) the request exceeds `maxMisses`.
 */
export function createRequestCache(options: {
  readonly cache: ValueCache;
  readonly freshness: FreshnessTracker;
  readonly signal: AbortSignal;
  readonly maxMisses: number;
}): RequestCache {
  const { cache, freshness, signal, maxMisses } = options;
  const missed = new Map<string, Missed>();
  // Resolvers of long lists read the same value for each element.
  let last: { readonly address: CacheKey; readonly read: CachedValue<unknown> } | null = null;
  // Reads of a stale value return it again: a response has one version of each value.
  let stale: Map<string, CachedValue<unknown>> | undefined;
  let recording: { readonly dependencies: Set<EntryMeta>; isFresh: boolean } | null = null;

  const note = <T>(read: CachedValue<T>): T => {
    freshness.record(read.meta, read.outcome);
    if (recording) {
      if (read.outcome === 'HIT') recording.dependencies.add(read.meta);
      else recording.isFresh = false;
    }
    return read.value;
  };

  const take = <T>(address: CacheKey, read: CachedValue<T>): T => {
    if (read.outcome === 'STALE') {
      stale ??= new Map();
      stale.set(address.id, read);
    }
    return note(read);
  };

  function lose(own: Missed): void {
    // Of several failed reads only the first may be awaited.
    own.join?.().catch(ignore);
    own.join = undefined;
    own.isLost = true;
  }

  function wait<T>(own: Missed, response: Promise<T>): Promise<T> {
    own.join = resumeInGroups(response);
    if (own.isLost) lose(own);
    return response;
  }

  function miss(id: string): Missed {
    if (missed.size >= maxMisses) {
      throw new InvalidInputError(
        `the request needs more than ${maxMisses} upstream reads; ask for fewer items at a time`,
      );
    }
    const own = { join: undefined, isLost: false };
    missed.set(id, own);
    return own;
  }

  function readAt<T>(address: CacheKey, fetch: FetchValue<T>): T | Promise<T> {
    const servable = stale?.get(address.id);
    if (servable && cache.isServable(address, servable.meta))
      return note(servable as CachedValue<T>);
    const before = missed.size > 0 ? missed.get(address.id) : undefined;
    if (before?.join) {
      if (recording) recording.isFresh = false;
      return before.join() as Promise<T>;
    }
    const read = cache.getOrRevalidate(address, fetch);
    if (read) {
      last = read.outcome === 'HIT' ? { address, read } : null;
      return take(address, read);
    }
    if (recording) recording.isFresh = false;
    const own = before ?? miss(address.id);
    own.isLost = false;
    return wait(
      own,
      cache.fetchShared(address, fetch, {
        signal,
        onValue: (landed) => {
          own.join = undefined;
          return take(address, landed);
        },
        onError: (absent, outcome) => {
          if (absent) freshness.record(absent, outcome);
          lose(own);
        },
      }),
    );
  }

  return {
    signal,
    freshness,
    read<T>(policy: CachePolicyName, key: string, fetch: FetchValue<T>): T | Promise<T> {
      const isLast = last?.address.key === key && last.address.policy === policy;
      if (last && isLast && cache.isCurrent(last.read.meta)) {
        recording?.dependencies.add(last.read.meta);
        return last.read.value as T;
      }
      return readAt(toCacheKey(policy, key), fetch);
    },
    peek: <T>(policy: CachePolicyName, key: string) => {
      const kept = cache.peekFresh<T>(policy, key);
      return kept ? note(kept) : undefined;
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
