import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { NotFoundError } from '../lib/errors.ts';
import { getSignalTrace, type TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import {
  type CachePolicyName,
  cachePolicies,
  isSharedPolicy,
  servableUntil,
} from './cache-policies.ts';
import type {
  CacheMissCallbacks,
  CacheReadOutcome,
  CacheReadRequest,
  CacheReadResult,
  EntryMeta,
  FetchValue,
  SizedValue,
  ValueWithRemainingFreshness,
} from './cache-read-types.ts';
import {
  type CacheTag,
  isMarked,
  marksOfPurge,
  type PurgeMark,
  policiesOfMark,
  tagOf,
} from './cache-tags.ts';
import { type CoalescedFetch, startCoalescedFetch } from './coalesced-fetch.ts';
import { createFetchesInFlight, type FetchedEntry } from './fetches-in-flight.ts';
import { type CacheKey, createMemoryStore, type MemoryEntry, toCacheKey } from './memory-store.ts';
import {
  type CachedNotFound,
  createNotFoundCache,
  SharedNotFound,
  toCachedNotFound,
  toNotFoundError,
} from './not-found-cache.ts';
import type {
  InvalidationListener,
  SharedCache,
  SharedCacheRequest,
  SharedCacheValue,
} from './shared-cache.ts';
import { continueTrace, traceRead } from './trace-cache-reads.ts';

/**
 * Caches upstream values for all requests of REST and GraphQL. A fresh value comes from memory. A
 * stale one is served while a single refresh runs in the background. A missing one is fetched once
 * per key, and later callers wait for that fetch.
 *
 * Failures are not cached, except that a resource does not exist (policy `absence`).
 */
export type ValueCache = {
  /** Returns the value from memory (`getOrRevalidate`), or else fetches it (`fetchShared`). */
  readonly read: <T>(
    request: CacheReadRequest<T>,
  ) => CacheReadResult<T> | Promise<CacheReadResult<T>>;
  /** Returns the value if it is in memory; refreshes a stale one in the background. */
  readonly getOrRevalidate: <T>(
    cacheKey: CacheKey,
    fetch: FetchValue<T>,
  ) => CacheReadResult<T> | undefined;
  /** Fetches a value, or joins a fetch in flight; resolves to the result of `onValue`. */
  readonly fetchShared: <T, U>(
    cacheKey: CacheKey,
    fetch: FetchValue<T>,
    callbacks: CacheMissCallbacks<T, U>,
  ) => Promise<U>;
  /** Returns the value if it is fresh in memory; fetches nothing. */
  readonly peekFresh: <T>(policy: CachePolicyName, key: string) => CacheReadResult<T> | null;
  /** Returns the value if this or another replica has it fresh; calls no upstream. */
  readonly findFresh: <T>(
    policy: CachePolicyName,
    key: string,
  ) => CacheReadResult<T> | null | Promise<CacheReadResult<T> | null>;
  /** Caches in memory that a resource does not exist, if `error` says so; ignores other errors. */
  readonly putNotFound: (policy: CachePolicyName, key: string, error: unknown) => void;
  /** @throws {NotFoundError} the resource was not found a moment ago. */
  readonly throwIfNotFound: (policy: CachePolicyName, key: string) => void;
  /**
   * Returns a value fetched less than `maxAge` ago, for polling; one replica fetches it for all.
   */
  readonly getFresherThan: <T>(
    request: CacheReadRequest<T> & { readonly maxAge: Millis },
  ) => Promise<ValueWithRemainingFreshness<T>>;
  /** Whether a read now would return this value, as a fresh one. */
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** Whether a value read earlier may still be served, even if a newer one has replaced it. */
  readonly isServable: (cacheKey: CacheKey, meta: EntryMeta) => boolean;
  /**
   * Stores a value obtained without `read`, unless a write has invalidated it since `begunAt`. If
   * `isOther`, it differs from the one before, which is invalidated at all replicas.
   */
  readonly put: (
    policy: CachePolicyName,
    key: string,
    made: SizedValue<unknown> & { readonly begunAt?: Millis; readonly isOther?: boolean },
  ) => Promise<void>;
  /**
   * Invalidates a value after a write, or a whole policy without `key`. A fetch in flight resolves
   * its waiters but is not cached. Resolves when other replicas are notified or cannot be.
   */
  readonly invalidate: (policy: CachePolicyName, key?: string) => Promise<void>;
  /**
   * Drops the values with this tag at all replicas, and the lists that may contain the resource; with
   * the tag of a kind, everything of the kind. Resolves when other replicas are notified or cannot be.
   */
  readonly purge: (tag: CacheTag) => Promise<void>;
  /** Calls the listener for each invalidation at any replica. */
  readonly onInvalidate: (listener: InvalidationListener) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

/** Minimum time between a failed refresh of a key and the next one, to spare a failing upstream. */
const refreshPause: Millis = 1000;
const neverAborted = new AbortController().signal;

const identity = <T>(given: T): T => given;

/** Creates a value cache of at most `maxBytes` that evicts the least recently used values. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The second level, shared by replicas; left out for a single gateway. */
  readonly shared?: SharedCache | undefined;
  readonly onRead?: (policy: CachePolicyName, outcome: CacheReadOutcome) => void;
}): ValueCache {
  const { clock, maxBytes, shared, onRead } = options;
  const memory = createMemoryStore(clock, maxBytes);
  const inFlight = createFetchesInFlight(clock);
  const notFound = createNotFoundCache(clock);
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });
  const listeners: InvalidationListener[] = [];
  const sharedCacheFor = (policy: CachePolicyName) => (isSharedPolicy(policy) ? shared : undefined);

  const toLocalValue = (made: SizedValue<unknown>, begunAt: Millis) =>
    ({ ...made, storedAt: begunAt, begunAt, isShared: false }) satisfies SharedCacheValue;

  /** Caches a 404 and drops the value, unless a write may have created the resource. */
  function cacheNotFound(cacheKey: CacheKey, absence: CachedNotFound | null): void {
    if (absence === null) return;
    const { storedAt } = absence.meta;
    const wholePolicy = toCacheKey('absence', cacheKey.policy);
    if (memory.isOutdated(cacheKey, storedAt) || memory.isOutdated(wholePolicy, storedAt)) return;
    memory.drop(cacheKey);
    notFound.put(cacheKey, absence);
  }

  function startFetch(
    cacheKey: CacheKey,
    fetch: FetchValue<unknown>,
    age: Pick<SharedCacheRequest, 'maxAge' | 'isRefresh'>,
    trace?: TraceContext,
  ): CoalescedFetch<FetchedEntry> {
    const { id, policy, key } = cacheKey;
    const storeFetched = (made: SharedCacheValue): FetchedEntry => {
      if (made.value instanceof SharedNotFound) {
        notFoundAt = made.storedAt;
        throw new NotFoundError(made.value.message);
      }
      notFound.remove(policy, key);
      if (lastFailure.size > 0) lastFailure.delete(id);
      return { entry: memory.put(cacheKey, made), isShared: made.isShared, trace: made.trace };
    };
    const onEnd = () => inFlight.release(entry, inFlightFetch);
    const sharedCache = sharedCacheFor(policy);
    const begunAt = clock.now();
    /** Start time of the lookup that found nothing, at this or another replica. */
    let notFoundAt = begunAt;
    const onFail = (error: unknown) => {
      cacheNotFound(cacheKey, toCachedNotFound(error, cacheKey, notFoundAt));
    };
    const request: CoalescedFetch<FetchedEntry> = startCoalescedFetch({
      fetch: (signal) =>
        sharedCache
          ? sharedCache
              .getOrCompute({ policy, key, compute: fetch, signal, trace, ...age })
              .then(storeFetched)
          : fetch(signal).then((fetched) => storeFetched(toLocalValue(fetched, begunAt))),
      onFail,
      onEnd,
    });
    const inFlightFetch = { begunAt, request, trace };
    const entry = inFlight.set(id, inFlightFetch);
    return request;
  }

  function refresh(cacheKey: CacheKey, fetch: FetchValue<unknown>): void {
    const { id, policy } = cacheKey;
    const failedAt = lastFailure.get(id);
    if (inFlight.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    const traced = continueTrace(fetch, { policy, outcome: 'STALE' });
    startFetch(cacheKey, traced, { maxAge: cachePolicies[policy].fresh, isRefresh: true })
      .join({ onResult: () => {} })
      .catch(() => lastFailure.set(id, clock.now()));
  }

  function createReadResult<T>(entry: MemoryEntry, outcome: CacheReadOutcome): CacheReadResult<T> {
    onRead?.(entry.meta.policy, outcome);
    const isHit = outcome === 'HIT' || outcome === 'SHARED';
    return (isHit ? entry : { ...entry, outcome }) as CacheReadResult<T>;
  }

  function notifyListeners(policy: CachePolicyName, key?: string): void {
    for (const listener of listeners) listener(policy, key);
  }

  function invalidateLocally(policy: CachePolicyName, key?: string): void {
    memory.invalidate(policy, key);
    // In the policy `absence` a key is the name of a policy, whose cached 404s are all invalidated.
    const isAbsence = policy === 'absence' && key !== undefined;
    const [target, targetKey] = isAbsence ? [key, undefined] : [policy, key];
    notFound.remove(target, targetKey);
    inFlight.forget(
      (fetched) =>
        fetched.policy === target && (targetKey === undefined || fetched.key === targetKey),
    );
    notifyListeners(policy, key);
  }
  shared?.onInvalidate(invalidateLocally);

  function purgeLocally(mark: PurgeMark): void {
    memory.purge(mark);
    notFound.purge(mark);
    inFlight.forget(({ policy, key }) => isMarked(tagOf(policy, key), mark));
    for (const policy of policiesOfMark(mark)) notifyListeners(policy);
  }
  shared?.onPurge(purgeLocally);

  function peekFresh<T>(policy: CachePolicyName, key: string): CacheReadResult<T> | null {
    const entry = memory.find(toCacheKey(policy, key));
    return entry && clock.now() < entry.meta.freshUntil ? createReadResult(entry, 'HIT') : null;
  }

  function getOrRevalidate<T>(
    cacheKey: CacheKey,
    fetch: FetchValue<T>,
  ): CacheReadResult<T> | undefined {
    const { policy } = cacheKey;
    const entry = memory.find(cacheKey);
    if (!entry) return undefined;
    const { freshUntil } = entry.meta;
    const now = clock.now();
    if (now < freshUntil) return createReadResult(entry, 'HIT');
    if (now >= servableUntil(policy, freshUntil)) return undefined;
    refresh(cacheKey, fetch);
    return createReadResult(entry, 'STALE');
  }

  function fetchShared<T, U>(
    cacheKey: CacheKey,
    fetch: FetchValue<T>,
    callbacks: CacheMissCallbacks<T, U>,
  ): Promise<U> {
    const { signal, onValue, onError } = callbacks;
    const absent = notFound.find(cacheKey.id);
    if (absent) {
      onRead?.('absence', 'HIT');
      onError?.(absent.meta, 'HIT');
      return Promise.reject(toNotFoundError(absent));
    }
    const { policy } = cacheKey;
    const { fresh, stale } = cachePolicies[policy];
    const maxAge = fresh + stale;
    const joined = inFlight.findJoinable(cacheKey.id, maxAge);
    const trace = signal && getSignalTrace(signal);
    const request =
      joined?.request ??
      startFetch(
        cacheKey,
        continueTrace(fetch, { ...trace, policy, outcome: 'MISS' }),
        { maxAge, isRefresh: false },
        trace,
      );
    const outcomeOf = ({ entry, isShared }: FetchedEntry): CacheReadOutcome => {
      if (!isShared) return joined ? 'COALESCED' : 'MISS';
      const over = clock.now() - entry.meta.freshUntil;
      if (over < 0) return 'SHARED';
      // The fetch at the other replica took longer than the value may be served.
      return over >= stale ? 'COALESCED' : 'STALE';
    };
    const onResult = (fetched: FetchedEntry): U => {
      const outcome = outcomeOf(fetched);
      if (outcome === 'STALE') refresh(cacheKey, fetch);
      if (trace?.span) traceRead(trace.span, cacheKey, outcome, joined?.trace ?? fetched.trace);
      return onValue(createReadResult(fetched.entry, outcome));
    };
    const onFailure = () => {
      const found = notFound.find(cacheKey.id);
      const outcome = joined ? 'COALESCED' : 'MISS';
      if (trace?.span) traceRead(trace.span, cacheKey, outcome, joined?.trace);
      if (found) onRead?.('absence', outcome);
      onError?.(found?.meta, outcome);
    };
    return request.join({ signal, onResult, onError: onFailure });
  }

  return {
    peekFresh,
    getOrRevalidate,
    fetchShared,
    read: <T>({ policy, key, fetch, signal }: CacheReadRequest<T>) => {
      const cacheKey = toCacheKey(policy, key);
      const cached = getOrRevalidate(cacheKey, fetch);
      return cached ?? fetchShared(cacheKey, fetch, { signal, onValue: identity });
    },
    findFresh<T>(
      policy: CachePolicyName,
      key: string,
    ): CacheReadResult<T> | null | Promise<CacheReadResult<T> | null> {
      const here = peekFresh<T>(policy, key);
      const sharedCache = here ? undefined : sharedCacheFor(policy);
      if (sharedCache === undefined) return here;
      const cacheKey = toCacheKey(policy, key);
      return sharedCache
        .find(policy, key)
        .then((found) => found && createReadResult<T>(memory.put(cacheKey, found), 'SHARED'));
    },
    getFresherThan: async <T>(
      request: CacheReadRequest<T> & { readonly maxAge: Millis },
    ): Promise<ValueWithRemainingFreshness<T>> => {
      const { policy, key, fetch, maxAge, signal = neverAborted } = request;
      const cacheKey = toCacheKey(policy, key);
      const begunAt = clock.now();
      const absent = notFound.find(cacheKey.id);
      if (absent && begunAt - absent.meta.storedAt < maxAge) throw toNotFoundError(absent);
      const toObserved = ({ value, meta }: MemoryEntry): ValueWithRemainingFreshness<T> => {
        return { value: value as T, freshFor: meta.freshUntil - clock.now() };
      };
      if (!sharedCacheFor(policy)) {
        try {
          return toObserved(memory.put(cacheKey, toLocalValue(await fetch(signal), begunAt)));
        } catch (error) {
          cacheNotFound(cacheKey, toCachedNotFound(error, cacheKey, begunAt));
          throw error;
        }
      }
      const done = await inFlight.get(cacheKey.id)?.request.join({ signal, onResult: identity });
      if (done && clock.now() - done.entry.meta.storedAt < maxAge) return toObserved(done.entry);
      // Replaces a fetch that began during `join`. Callers that wait for it still get its result.
      const started = startFetch(cacheKey, fetch, { maxAge, isRefresh: false });
      const { entry } = await started.join({ signal, onResult: identity });
      return toObserved(entry);
    },
    isCurrent: memory.isCurrent,
    isServable: memory.isServable,
    put: async (policy, key, { begunAt = clock.now(), isOther = false, ...sized }) => {
      const made = toLocalValue(sized, begunAt);
      notFound.remove(policy, key);
      memory.put(toCacheKey(policy, key), made);
      if (isOther) notifyListeners(policy, key);
      await sharedCacheFor(policy)?.publish(policy, key, { ...made, isOther });
    },
    putNotFound: (policy, key, error) => {
      const cacheKey = toCacheKey(policy, key);
      cacheNotFound(cacheKey, toCachedNotFound(error, cacheKey, clock.now()));
    },
    throwIfNotFound: (policy, key) => {
      const absent = notFound.find(toCacheKey(policy, key).id);
      if (!absent) return;
      onRead?.('absence', 'HIT');
      throw toNotFoundError(absent);
    },
    invalidate: async (policy, key) => {
      invalidateLocally(policy, key);
      await sharedCacheFor(policy)?.invalidate(policy, key);
    },
    purge: async (tag) => {
      const marks = marksOfPurge(tag);
      for (const mark of marks) purgeLocally(mark);
      await Promise.all(marks.map((mark) => shared?.purge(mark)));
    },
    onInvalidate: (listener) => void listeners.push(listener),
    stats: memory.stats,
  };
}
