import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { createSlotMap } from '../lib/collections/slot-map.ts';
import { NotFoundError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import { type Absence, absenceOf, createAbsences, errorOf, KnownAbsence } from './absences.ts';
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
  isSharedPolicy,
  type SharedCache,
  type SharedCacheRequest,
  type SharedCacheValue,
} from './shared-cache.ts';

/**
 * Values of upstreams, shared by every request of both doors: fresh ones from memory, stale ones
 * at once while one refresh runs behind them, missing ones by a single flight per key, which takes
 * others along until it is as old as its value may get. A failed refresh leaves the stale value in
 * place until its advertised window ends; failures are never kept. That a thing does not exist is no
 * failure: it is remembered for the time of the row `absence`, in a bounded store of its own.
 * What the process lacks may come from another replica, as old as it is there.
 */
export type ValueCache = {
  /** `atHand`, else `ask`: a fresh or stale value comes without a promise. */
  readonly read: <T>(request: CacheReadRequest<T>) => CachedValue<T> | Promise<CachedValue<T>>;
  /** The value if it is in this process, fresh or stale; a stale one is fetched anew behind it. */
  readonly getOrRevalidate: <T>(
    address: CacheKey,
    fetch: FetchValue<T>,
  ) => CachedValue<T> | undefined;
  /**
   * A value that is not at hand, as what `use` makes of it: to be told by a call saves a promise that
   * follows another.
   */
  readonly fetchShared: <T, U>(
    address: CacheKey,
    fetch: FetchValue<T>,
    coming: ValueWaiter<T, U>,
  ) => Promise<U>;
  /** The value if it is fresh; nothing is asked for. */
  readonly peekFresh: <T>(policy: CachePolicyName, key: string) => CachedValue<T> | null;
  /** The value if this or another replica has it fresh; no upstream is asked. */
  readonly findFresh: <T>(
    policy: CachePolicyName,
    key: string,
  ) => CachedValue<T> | null | Promise<CachedValue<T> | null>;
  /** A value that is looked at again and again: fetched anew, by one of the replicas, when it is older than `maxAge`. */
  readonly getFresherThan: <T>(
    request: CacheReadRequest<T> & { readonly maxAge: Millis },
  ) => Promise<ObservedValue<T>>;
  /** True while a read would find this very value, and find it fresh. */
  readonly isCurrent: (meta: EntryMeta) => boolean;
  /** True while a value that was read may still be shown, though a newer one may have come. */
  readonly isServable: (address: CacheKey, meta: EntryMeta) => boolean;
  /**
   * Takes in a value that was come by in another way than `read`, unless it was forgotten since `begunAt`.
   * When it `isOther`, what was made of the one before is forgotten, and replicas forget what they
   * have. Resolves when they are told, or cannot be.
   */
  readonly put: (
    policy: CachePolicyName,
    key: string,
    made: SizedValue<unknown> & { readonly begunAt?: Millis; readonly isOther?: boolean },
  ) => Promise<void>;
  /**
   * Forgets a value after a write that changes it, all values of the row when `key` is left out.
   * What is being fetched meanwhile may be from before the write: it is given to who waits for it,
   * and not kept.
   *
   * @returns when the other replicas are told, or cannot be: who is answered then may ask any of them.
   */
  readonly invalidate: (policy: CachePolicyName, key?: string) => Promise<void>;
  /** Told what was forgotten, here or at another replica; a whole row where there is no key. */
  readonly onInvalidate: (listener: ForgetListener) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

type ForgetListener = (policy: CachePolicyName, key?: string) => void;

/** After a failed refresh the next one waits this long, so that a dead upstream is not hammered. */
const refreshPause: Millis = 1000;
const never = new AbortController().signal;

type Landed = { readonly entry: MemoryEntry; readonly isShared: boolean };

/** A value on its way. */
type Fetching = { readonly begunAt: Millis; readonly flight: InFlightRequest<Landed> };

const asIs = <T>(given: T): T => given;

/** A cache of at most `maxBytes`, least recently used out first. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** What replicas share; nothing for a gateway alone. */
  readonly shared?: SharedCache | undefined;
  readonly onRead?: (policy: CachePolicyName, outcome: CacheReadOutcome) => void;
}): ValueCache {
  const { clock, maxBytes, shared, onRead } = options;
  const kept = createMemoryStore(clock, maxBytes);
  const flights = createSlotMap<Fetching>();
  const absences = createAbsences(clock);
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });
  const listeners: ForgetListener[] = [];
  const sharedOf = (policy: CachePolicyName) => (isSharedPolicy(policy) ? shared : undefined);

  const madeHere = ({ value, bytes }: SizedValue<unknown>, begunAt: Millis): SharedCacheValue => {
    return { value, bytes, storedAt: begunAt, begunAt, isShared: false };
  };

  /** Remembers an absence, and drops a stale value of what is gone, unless a write may have changed it since. */
  function noteAbsence(address: CacheKey, absence: Absence | null): void {
    if (absence === null) return;
    const { policy, key } = address;
    const { storedAt } = absence.meta;
    const ofRow = toCacheKey('absence', policy);
    if (kept.isOutdated(address, storedAt) || kept.isOutdated(ofRow, storedAt)) return;
    kept.drop(policy, key);
    absences.note(address, absence);
  }

  /** @param age - How old another replica's value may be, and whether an older one is at hand here. */
  function launch(
    address: CacheKey,
    make: FetchValue<unknown>,
    age: Pick<SharedCacheRequest, 'maxAge' | 'isRefresh'>,
  ): InFlightRequest<Landed> {
    const { id, policy, key } = address;
    const take = (made: SharedCacheValue): Landed => {
      if (made.value instanceof KnownAbsence) {
        missedAt = made.storedAt;
        throw new NotFoundError(made.value.message);
      }
      absences.forget(policy, key);
      if (lastFailure.size > 0) lastFailure.delete(id);
      return { entry: kept.put(address, made), isShared: made.isShared };
    };
    const onEnd = () => flights.settle(passing, fetching);
    const others = sharedOf(policy);
    const begunAt = clock.now();
    /** When it was found out, here or at another replica, that there is nothing. */
    let missedAt = begunAt;
    const onFail = (error: unknown) => {
      noteAbsence(address, absenceOf(error, missedAt));
    };
    const flight: InFlightRequest<Landed> = others
      ? createInFlightRequest({
          work: (signal) => others.getOrCompute({ policy, key, compute: make, signal, ...age }),
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
    const fetching = { begunAt, flight };
    const passing = flights.set(id, fetching);
    return flight;
  }

  /**
   * The fetch under way, unless it began so long ago that what it brings would not be shown any more:
   * who waits for it goes on waiting, who asks now asks anew.
   */
  function joinable(id: string, maxAge: Millis): InFlightRequest<Landed> | undefined {
    const fetching = flights.get(id);
    if (fetching === undefined) return undefined;
    if (clock.now() - fetching.begunAt < maxAge) return fetching.flight;
    flights.delete(id);
    return undefined;
  }

  function refresh(address: CacheKey, make: FetchValue<unknown>): void {
    const { id } = address;
    const failedAt = lastFailure.get(id);
    if (flights.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    launch(address, make, { maxAge: cachePolicies[address.policy].fresh, isRefresh: true })
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
    // The keys of the row `absence` are rows: of each, what was found to be missing.
    const [row, one] = policy === 'absence' && key !== undefined ? [key, undefined] : [policy, key];
    absences.forget(row, one);
    const prefix = `${row}:`;
    // Nobody joins a fetch that began before; who waits for it is told what it finds.
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
    const absent = absences.find(address.id);
    if (absent) {
      onRead?.('absence', 'HIT');
      onError?.(absent.meta, 'HIT');
      return Promise.reject(errorOf(absent));
    }
    const { fresh, stale } = cachePolicies[address.policy];
    const maxAge = fresh + stale;
    const flying = joinable(address.id, maxAge);
    const flight = flying ?? launch(address, fetch, { maxAge, isRefresh: false });
    const land = ({ entry, isShared }: Landed): U => {
      if (!isShared) return onValue(response(entry, flying ? 'COALESCED' : 'MISS'));
      const over = clock.now() - entry.meta.freshUntil;
      if (over < 0) return onValue(response(entry, 'SHARED'));
      // Its fetch at another replica took longer than it may live.
      if (over >= stale) return onValue(response(entry, 'COALESCED'));
      refresh(address, fetch);
      return onValue(response(entry, 'STALE'));
    };
    const onLoss = () => {
      const found = absences.find(address.id);
      if (found) onRead?.('absence', flying ? 'COALESCED' : 'MISS');
      onError?.(found?.meta, flying ? 'COALESCED' : 'MISS');
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
      const absent = absences.find(address.id);
      if (absent && begunAt - absent.meta.storedAt < maxAge) throw errorOf(absent);
      const seen = ({ value, meta }: MemoryEntry): ObservedValue<T> => {
        return { value: value as T, freshFor: meta.freshUntil - clock.now() };
      };
      if (!sharedOf(policy)) {
        try {
          return seen(kept.put(address, madeHere(await fetch(signal), begunAt)));
        } catch (error) {
          noteAbsence(address, absenceOf(error, begunAt));
          throw error;
        }
      }
      const flying = await flights.get(address.id)?.flight.join({ signal, onResult: asIs });
      if (flying && clock.now() - flying.entry.meta.storedAt < maxAge) return seen(flying.entry);
      // Who has begun in between goes on for those who wait for it.
      flights.delete(address.id);
      const flight = launch(address, fetch, { maxAge, isRefresh: false });
      const { entry } = await flight.join({ signal, onResult: asIs });
      return seen(entry);
    },
    isCurrent: kept.isCurrent,
    isServable: kept.isServable,
    put: async (policy, key, { begunAt = clock.now(), isOther = false, ...sized }) => {
      const made = madeHere(sized, begunAt);
      absences.forget(policy, key);
      kept.put(toCacheKey(policy, key), made);
      if (isOther) tellForgotten(policy, key);
      await sharedOf(policy)?.publish(policy, key, { ...made, isOther });
    },
    invalidate: async (policy, key) => {
      forgetHere(policy, key);
      await sharedOf(policy)?.invalidate(policy, key);
    },
    onInvalidate: (listener) => void listeners.push(listener),
    stats: kept.stats,
  };
}
