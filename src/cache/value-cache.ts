import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { createSlotMap } from '../lib/collections/slot-map.ts';
import { NotFoundError } from '../lib/errors.ts';
import {
  bindTrace,
  getTrace,
  type SpanInProgress,
  type TraceContext,
} from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import { type CacheKey, cacheKeyId, toCacheKey } from './cache-key.ts';
import { type CachePolicyName, cachePolicies, servableUntil } from './cache-policies.ts';
import type {
  CacheReadOutcome,
  CacheReadRequest,
  FetchValue,
  ObservedValue,
  ValueWaiter,
} from './cache-read.ts';
import type { CachedValue, EntryMeta, SizedValue } from './cached-value.ts';
import { createInFlightRequest, type InFlightRequest } from './in-flight-request.ts';
import { createMemoryStore, type MemoryEntry } from './memory-store.ts';
import {
  type CachedNotFound,
  createNotFoundCache,
  SharedNotFound,
  toCachedNotFound,
  toNotFoundError,
} from './not-found-cache.ts';
import {
  isSharedPolicy,
  type SharedCache,
  type SharedCacheRequest,
  type SharedCacheValue,
} from './shared-cache.ts';

/**
 * Caches upstream values for all requests of REST and GraphQL. A fresh value comes from memory. A
 * stale one is served while a single refresh runs in the background. A missing one is fetched once
 * per key, and later callers wait for that fetch.
 *
 * Failures are not cached, except that a resource does not exist (policy `absence`).
 */
export type ValueCache = {
  /** Returns the value from memory (`getOrRevalidate`), or else fetches it (`fetchShared`). */
  readonly read: <T>(request: CacheReadRequest<T>) => CachedValue<T> | Promise<CachedValue<T>>;
  /** Returns the value if it is in memory; refreshes a stale one in the background. */
  readonly getOrRevalidate: <T>(
    address: CacheKey,
    fetch: FetchValue<T>,
  ) => CachedValue<T> | undefined;
  /** Fetches a value, or joins a fetch in flight; resolves to the result of `onValue`. */
  readonly fetchShared: <T, U>(
    address: CacheKey,
    fetch: FetchValue<T>,
    coming: ValueWaiter<T, U>,
  ) => Promise<U>;
  /** Returns the value if it is fresh in memory; fetches nothing. */
  readonly peekFresh: <T>(policy: CachePolicyName, key: string) => CachedValue<T> | null;
  /** Returns the value if this or another replica has it fresh; calls no upstream. */
  readonly findFresh: <T>(
    policy: CachePolicyName,
    key: string,
  ) => CachedValue<T> | null | Promise<CachedValue<T> | null>;
  /** Caches here that a lookup other than a fetch has found nothing; ignores other errors. */
  readonly noteNotFound: (policy: CachePolicyName, key: string, error: unknown) => void;
  /** @throws {NotFoundError} the resource was not found a moment ago. */
  readonly throwIfNotFound: (policy: CachePolicyName, key: string) => void;
  /**
   * Returns a value fetched less than `maxAge` ago, for polling; one replica fetches it for all.
   */
  readonly getFresherThan: <T>(
    request: CacheReadRequest<T> & { readonly maxAge: Millis },
  ) => Promise<ObservedValue<T>>;
  /** Whether a read now would return this value, as a fresh one. */
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** Whether a value read earlier may still be served, even if a newer one has replaced it. */
  readonly isServable: (address: CacheKey, meta: EntryMeta) => boolean;
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
  /** Calls the listener for each invalidation at any replica; no `key` means the whole policy. */
  readonly onInvalidate: (listener: ForgetListener) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

type ForgetListener = (policy: CachePolicyName, key?: string) => void;

/** Minimum time between a failed refresh of a key and the next one, to spare a failing upstream. */
const refreshPause: Millis = 1000;
const never = new AbortController().signal;

type Landed = {
  readonly entry: MemoryEntry;
  readonly isShared: boolean;
  /** The trace of another replica that fetched the value. */
  readonly trace?: TraceContext | undefined;
};

type Fetching = {
  readonly begunAt: Millis;
  readonly flight: InFlightRequest<Landed>;
  readonly trace: TraceContext | undefined;
};

/** Returns a fetch whose upstream calls continue the trace, which states why they are made. */
function continueTrace<T>(
  fetch: FetchValue<T>,
  trace: TraceContext & { readonly policy: CachePolicyName },
): FetchValue<T> {
  return (own) => {
    bindTrace(own, trace);
    return fetch(own);
  };
}

/** Records on a span that it waited for a value, and links the trace that fetched the value. */
function traceRead(
  span: SpanInProgress,
  { policy }: CacheKey,
  outcome: CacheReadOutcome,
  fetcher: TraceContext | undefined,
): void {
  span.addEvent('cache read', { 'dtf.policy': policy, 'dtf.cache.outcome': outcome });
  if (fetcher) span.link(fetcher);
}

const asIs = <T>(given: T): T => given;

/** Creates a value cache of at most `maxBytes` that evicts the least recently used values. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** The second level, shared by replicas; left out for a single gateway. */
  readonly shared?: SharedCache | undefined;
  readonly onRead?: (policy: CachePolicyName, outcome: CacheReadOutcome) => void;
}): ValueCache {
  const { clock, maxBytes, shared, onRead } = options;
  const kept = createMemoryStore(clock, maxBytes);
  const flights = createSlotMap<Fetching>();
  const notFound = createNotFoundCache(clock);
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });
  const listeners: ForgetListener[] = [];
  const sharedOf = (policy: CachePolicyName) => (isSharedPolicy(policy) ? shared : undefined);

  const madeHere = ({ value, bytes }: SizedValue<unknown>, begunAt: Millis): SharedCacheValue => {
    return { value, bytes, storedAt: begunAt, begunAt, isShared: false };
  };

  /** Caches an absence and drops the value, unless a write may have created the resource. */
  function noteAbsence(address: CacheKey, absence: CachedNotFound | null): void {
    if (absence === null) return;
    const { policy, key } = address;
    const { storedAt } = absence.meta;
    const ofRow = toCacheKey('absence', policy);
    if (kept.isOutdated(address, storedAt) || kept.isOutdated(ofRow, storedAt)) return;
    kept.drop(policy, key);
    notFound.note(address, absence);
  }

  function launch(
    address: CacheKey,
    make: FetchValue<unknown>,
    age: Pick<SharedCacheRequest, 'maxAge' | 'isRefresh'>,
    trace?: TraceContext,
  ): InFlightRequest<Landed> {
    const { id, policy, key } = address;
    const take = (made: SharedCacheValue): Landed => {
      if (made.value instanceof SharedNotFound) {
        missedAt = made.storedAt;
        throw new NotFoundError(made.value.message);
      }
      notFound.forget(policy, key);
      if (lastFailure.size > 0) lastFailure.delete(id);
      return { entry: kept.put(address, made), isShared: made.isShared, trace: made.trace };
    };
    const onEnd = () => flights.settle(passing, fetching);
    const others = sharedOf(policy);
    const begunAt = clock.now();
    /** When the lookup began that found nothing, here or at another replica. */
    let missedAt = begunAt;
    const onFail = (error: unknown) => {
      noteAbsence(address, toCachedNotFound(error, missedAt));
    };
    const flight: InFlightRequest<Landed> = others
      ? createInFlightRequest({
          work: (signal) =>
            others.getOrCompute({ policy, key, compute: make, signal, trace, ...age }),
          land: take,
          onFail,
          onEnd,
        })
      : createInFlightRequest({
          work: make,
          land: (made) => take(madeHere(made, begunAt)),
          onFail,
          onEnd,
        });
    const fetching = { begunAt, flight, trace };
    const passing = flights.set(id, fetching);
    return flight;
  }

  /** Returns the in-flight request unless its result would be too old for new callers. */
  function joinable(id: string, maxAge: Millis): Fetching | undefined {
    const fetching = flights.get(id);
    if (fetching === undefined) return undefined;
    if (clock.now() - fetching.begunAt < maxAge) return fetching;
    flights.delete(id);
    return undefined;
  }

  function refresh(address: CacheKey, make: FetchValue<unknown>): void {
    const { id, policy } = address;
    const failedAt = lastFailure.get(id);
    if (flights.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    const traced = continueTrace(make, { policy, outcome: 'STALE' });
    launch(address, traced, { maxAge: cachePolicies[policy].fresh, isRefresh: true })
      .join({ onResult: () => {} })
      .catch(() => lastFailure.set(id, clock.now()));
  }

  function response<T>(entry: MemoryEntry, outcome: CacheReadOutcome): CachedValue<T> {
    onRead?.(entry.meta.policy, outcome);
    const isHit = outcome === 'HIT' || outcome === 'SHARED';
    return (isHit ? entry : { ...entry, outcome }) as CachedValue<T>;
  }

  function tellForgotten(policy: CachePolicyName, key?: string): void {
    for (const listener of listeners) listener(policy, key);
  }

  function forgetHere(policy: CachePolicyName, key?: string): void {
    kept.invalidate(policy, key);
    // A key of the policy `absence` is a policy: all its absences are invalidated.
    const [row, one] = policy === 'absence' && key !== undefined ? [key, undefined] : [policy, key];
    notFound.forget(row, one);
    const prefix = `${row}:`;
    // New callers must not join a fetch from before the write; its present waiters keep it.
    for (const id of flights.keys()) {
      if (one === undefined ? id.startsWith(prefix) : id === prefix + one) flights.delete(id);
    }
    tellForgotten(policy, key);
  }
  shared?.onInvalidate(forgetHere);

  function peek<T>(policy: CachePolicyName, key: string): CachedValue<T> | null {
    const entry = kept.find(cacheKeyId(policy, key), policy);
    return entry && clock.now() < entry.meta.freshUntil ? response(entry, 'HIT') : null;
  }

  function atHand<T>(address: CacheKey, fetch: FetchValue<T>): CachedValue<T> | undefined {
    const { id, policy } = address;
    const entry = kept.find(id, policy);
    if (!entry) return undefined;
    const { freshUntil } = entry.meta;
    const now = clock.now();
    if (now < freshUntil) return response(entry, 'HIT');
    if (now >= servableUntil(policy, freshUntil)) return undefined;
    refresh(address, fetch);
    return response(entry, 'STALE');
  }

  function ask<T, U>(
    address: CacheKey,
    fetch: FetchValue<T>,
    coming: ValueWaiter<T, U>,
  ): Promise<U> {
    const { signal, onValue, onError } = coming;
    const absent = notFound.find(address.id);
    if (absent) {
      onRead?.('absence', 'HIT');
      onError?.(absent.meta, 'HIT');
      return Promise.reject(toNotFoundError(absent));
    }
    const { policy } = address;
    const { fresh, stale } = cachePolicies[policy];
    const maxAge = fresh + stale;
    const flying = joinable(address.id, maxAge);
    const trace = signal && getTrace(signal);
    const flight =
      flying?.flight ??
      launch(
        address,
        continueTrace(fetch, { ...trace, policy, outcome: 'MISS' }),
        { maxAge, isRefresh: false },
        trace,
      );
    const outcomeOf = ({ entry, isShared }: Landed): CacheReadOutcome => {
      if (!isShared) return flying ? 'COALESCED' : 'MISS';
      const over = clock.now() - entry.meta.freshUntil;
      if (over < 0) return 'SHARED';
      // The fetch at the other replica took longer than the value may live.
      return over >= stale ? 'COALESCED' : 'STALE';
    };
    const land = (landed: Landed): U => {
      const outcome = outcomeOf(landed);
      if (outcome === 'STALE') refresh(address, fetch);
      if (trace?.span) traceRead(trace.span, address, outcome, flying?.trace ?? landed.trace);
      return onValue(response(landed.entry, outcome));
    };
    const onLoss = () => {
      const found = notFound.find(address.id);
      const outcome = flying ? 'COALESCED' : 'MISS';
      if (trace?.span) traceRead(trace.span, address, outcome, flying?.trace);
      if (found) onRead?.('absence', outcome);
      onError?.(found?.meta, outcome);
    };
    return flight.join({ signal, onResult: land, onError: onLoss });
  }

  return {
    peekFresh: peek,
    getOrRevalidate: atHand,
    fetchShared: ask,
    read: <T>({ policy, key, fetch, signal }: CacheReadRequest<T>) => {
      const address = toCacheKey(policy, key);
      return (
        atHand(address, fetch) ?? ask(address, fetch, { signal, onValue: asIs<CachedValue<T>> })
      );
    },
    findFresh<T>(
      policy: CachePolicyName,
      key: string,
    ): CachedValue<T> | null | Promise<CachedValue<T> | null> {
      const here = peek<T>(policy, key);
      const others = here ? undefined : sharedOf(policy);
      if (others === undefined) return here;
      const address = toCacheKey(policy, key);
      return others
        .find(policy, key)
        .then((found) => found && response<T>(kept.put(address, found), 'SHARED'));
    },
    getFresherThan: async <T>(
      request: CacheReadRequest<T> & { readonly maxAge: Millis },
    ): Promise<ObservedValue<T>> => {
      const { policy, key, fetch, maxAge, signal = never } = request;
      const address = toCacheKey(policy, key);
      const begunAt = clock.now();
      const absent = notFound.find(address.id);
      if (absent && begunAt - absent.meta.storedAt < maxAge) throw toNotFoundError(absent);
      const seen = ({ value, meta }: MemoryEntry): ObservedValue<T> => {
        return { value: value as T, freshFor: meta.freshUntil - clock.now() };
      };
      if (!sharedOf(policy)) {
        try {
          return seen(kept.put(address, madeHere(await fetch(signal), begunAt)));
        } catch (error) {
          noteAbsence(address, toCachedNotFound(error, begunAt));
          throw error;
        }
      }
      const flying = await flights.get(address.id)?.flight.join({ signal, onResult: asIs });
      if (flying && clock.now() - flying.entry.meta.storedAt < maxAge) return seen(flying.entry);
      // A fetch that began meanwhile continues for its own waiters.
      flights.delete(address.id);
      const flight = launch(address, fetch, { maxAge, isRefresh: false });
      const { entry } = await flight.join({ signal, onResult: asIs });
      return seen(entry);
    },
    isCurrent: kept.isCurrent,
    isServable: kept.isServable,
    put: async (policy, key, { begunAt = clock.now(), isOther = false, ...sized }) => {
      const made = madeHere(sized, begunAt);
      notFound.forget(policy, key);
      kept.put(toCacheKey(policy, key), made);
      if (isOther) tellForgotten(policy, key);
      await sharedOf(policy)?.publish(policy, key, { ...made, isOther });
    },
    noteNotFound: (policy, key, error) =>
      noteAbsence(toCacheKey(policy, key), toCachedNotFound(error, clock.now())),
    throwIfNotFound: (policy, key) => {
      const absent = notFound.find(cacheKeyId(policy, key));
      if (!absent) return;
      onRead?.('absence', 'HIT');
      throw toNotFoundError(absent);
    },
    invalidate: async (policy, key) => {
      forgetHere(policy, key);
      await sharedOf(policy)?.invalidate(policy, key);
    },
    onInvalidate: (listener) => void listeners.push(listener),
    stats: kept.stats,
  };
}
