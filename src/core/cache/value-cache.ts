import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { createPassingMap } from '../collections/passing-map.ts';
import { NotFoundError } from '../errors.ts';
import { type PolicyName, policies, shownUntil } from '../policies.ts';
import type { Millis } from '../units.ts';
import { type Absence, absenceOf, createAbsences, errorOf, KnownAbsence } from './absences.ts';
import { type Address, addressOf, idOf } from './address.ts';
import type { CacheRead, Coming, Fetch, ReadOutcome, Seen } from './cache-read.ts';
import type { Cached, Sized, Stamp } from './cached.ts';
import { createFlight, type Flight } from './flight.ts';
import { createKeptValues, type Entry } from './kept-values.ts';
import { isSharedRow, type SharedValue, type SharedValues, type Wanted } from './shared-values.ts';

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
  readonly read: <T>(request: CacheRead<T>) => Cached<T> | Promise<Cached<T>>;
  /** The value if it is in this process, fresh or stale; a stale one is fetched anew behind it. */
  readonly atHand: <T>(address: Address, fetch: Fetch<T>) => Cached<T> | undefined;
  /**
   * A value that is not at hand, as what `use` makes of it: to be told by a call saves a promise that
   * follows another.
   */
  readonly ask: <T, U>(address: Address, fetch: Fetch<T>, coming: Coming<T, U>) => Promise<U>;
  /** The value if it is fresh; nothing is asked for. */
  readonly peek: <T>(policy: PolicyName, key: string) => Cached<T> | null;
  /** The value if this or another replica has it fresh; no upstream is asked. */
  readonly find: <T>(
    policy: PolicyName,
    key: string,
  ) => Cached<T> | null | Promise<Cached<T> | null>;
  /** A value that is looked at again and again: fetched anew, by one of the replicas, when it is older than `maxAge`. */
  readonly look: <T>(request: CacheRead<T> & { readonly maxAge: Millis }) => Promise<Seen<T>>;
  /** True while a read would find this very value, and find it fresh. */
  readonly isCurrent: (stamp: Stamp) => boolean;
  /** True while a value that was read may still be shown, though a newer one may have come. */
  readonly isShown: (address: Address, stamp: Stamp) => boolean;
  /**
   * Takes in a value that was come by in another way than `read`, unless it was forgotten since `begunAt`.
   * When it `isOther`, what was made of the one before is forgotten, and replicas forget what they
   * have. Resolves when they are told, or cannot be.
   */
  readonly keep: (
    policy: PolicyName,
    key: string,
    made: Sized<unknown> & { readonly begunAt?: Millis; readonly isOther?: boolean },
  ) => Promise<void>;
  /**
   * Forgets a value after a write that changes it, all values of the row when `key` is left out.
   * What is being fetched meanwhile may be from before the write: it is given to who waits for it,
   * and not kept.
   *
   * @returns when the other replicas are told, or cannot be: who is answered then may ask any of them.
   */
  readonly forget: (policy: PolicyName, key?: string) => Promise<void>;
  /** Told what was forgotten, here or at another replica; a whole row where there is no key. */
  readonly onForget: (listener: ForgetListener) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

type ForgetListener = (policy: PolicyName, key?: string) => void;

/** After a failed refresh the next one waits this long, so that a dead upstream is not hammered. */
const refreshPause: Millis = 1000;
const never = new AbortController().signal;

type Landed = { readonly entry: Entry; readonly isShared: boolean };

/** A value on its way. */
type Fetching = { readonly begunAt: Millis; readonly flight: Flight<Landed> };

const asIs = <T>(given: T): T => given;

/** A cache of at most `maxBytes`, least recently used out first. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  /** What replicas share; nothing for a gateway alone. */
  readonly shared?: SharedValues | undefined;
  readonly onRead?: (policy: PolicyName, outcome: ReadOutcome) => void;
}): ValueCache {
  const { clock, maxBytes, shared, onRead } = options;
  const kept = createKeptValues(clock, maxBytes);
  const flights = createPassingMap<Fetching>();
  const absences = createAbsences(clock);
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });
  const listeners: ForgetListener[] = [];
  const sharedOf = (policy: PolicyName) => (isSharedRow(policy) ? shared : undefined);

  const madeHere = ({ value, bytes }: Sized<unknown>, begunAt: Millis): SharedValue => {
    return { value, bytes, storedAt: begunAt, begunAt, isShared: false };
  };

  /** Remembers an absence, and drops a stale value of what is gone, unless a write may have changed it since. */
  function noteAbsence(address: Address, absence: Absence | null): void {
    if (absence === null) return;
    const { policy, key } = address;
    const { storedAt } = absence.stamp;
    const ofRow = addressOf('absence', policy);
    if (kept.isOutdated(address, storedAt) || kept.isOutdated(ofRow, storedAt)) return;
    kept.drop(policy, key);
    absences.note(address, absence);
  }

  /** @param age - How old another replica's value may be, and whether an older one is at hand here. */
  function launch(
    address: Address,
    make: Fetch<unknown>,
    age: Pick<Wanted, 'maxAge' | 'isRefresh'>,
  ): Flight<Landed> {
    const { id, policy, key } = address;
    const take = (made: SharedValue): Landed => {
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
    const flight: Flight<Landed> = others
      ? createFlight({
          work: (signal) => others.obtain({ policy, key, make, signal, ...age }),
          land: take,
          onFail,
          onEnd,
        })
      : createFlight({ work: make, land: (made) => take(madeHere(made, begunAt)), onFail, onEnd });
    const fetching = { begunAt, flight };
    const passing = flights.set(id, fetching);
    return flight;
  }

  /**
   * The fetch under way, unless it began so long ago that what it brings would not be shown any more:
   * who waits for it goes on waiting, who asks now asks anew.
   */
  function joinable(id: string, maxAge: Millis): Flight<Landed> | undefined {
    const fetching = flights.get(id);
    if (fetching === undefined) return undefined;
    if (clock.now() - fetching.begunAt < maxAge) return fetching.flight;
    flights.delete(id);
    return undefined;
  }

  function refresh(address: Address, make: Fetch<unknown>): void {
    const { id } = address;
    const failedAt = lastFailure.get(id);
    if (flights.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    launch(address, make, { maxAge: policies[address.policy].fresh, isRefresh: true })
      .join({ use: () => {} })
      .catch(() => lastFailure.set(id, clock.now()));
  }

  function answer<T>(entry: Entry, outcome: ReadOutcome): Cached<T> {
    onRead?.(entry.stamp.policy, outcome);
    const isHit = outcome === 'HIT' || outcome === 'SHARED';
    return (isHit ? entry : { ...entry, outcome }) as Cached<T>;
  }

  function tellForgotten(policy: PolicyName, key?: string): void {
    for (const listener of listeners) listener(policy, key);
  }

  function forgetHere(policy: PolicyName, key?: string): void {
    kept.forget(policy, key);
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
  shared?.onForget(forgetHere);

  function peek<T>(policy: PolicyName, key: string): Cached<T> | null {
    const entry = kept.find(idOf(policy, key), policy);
    return entry && clock.now() < entry.stamp.freshUntil ? answer(entry, 'HIT') : null;
  }

  function atHand<T>(address: Address, fetch: Fetch<T>): Cached<T> | undefined {
    const { id, policy } = address;
    const entry = kept.find(id, policy);
    if (!entry) return undefined;
    const { freshUntil } = entry.stamp;
    const now = clock.now();
    if (now < freshUntil) return answer(entry, 'HIT');
    if (now >= shownUntil(policy, freshUntil)) return undefined;
    refresh(address, fetch);
    return answer(entry, 'STALE');
  }

  function ask<T, U>(address: Address, fetch: Fetch<T>, coming: Coming<T, U>): Promise<U> {
    const { signal, use, lose } = coming;
    const absent = absences.find(address.id);
    if (absent) {
      onRead?.('absence', 'HIT');
      lose?.(absent.stamp, 'HIT');
      return Promise.reject(errorOf(absent));
    }
    const { fresh, stale } = policies[address.policy];
    const maxAge = fresh + stale;
    const flying = joinable(address.id, maxAge);
    const flight = flying ?? launch(address, fetch, { maxAge, isRefresh: false });
    const land = ({ entry, isShared }: Landed): U => {
      if (!isShared) return use(answer(entry, flying ? 'COALESCED' : 'MISS'));
      const over = clock.now() - entry.stamp.freshUntil;
      if (over < 0) return use(answer(entry, 'SHARED'));
      // Its fetch at another replica took longer than it may live.
      if (over >= stale) return use(answer(entry, 'COALESCED'));
      refresh(address, fetch);
      return use(answer(entry, 'STALE'));
    };
    const onLoss = () => {
      const found = absences.find(address.id);
      if (found) onRead?.('absence', flying ? 'COALESCED' : 'MISS');
      lose?.(found?.stamp, flying ? 'COALESCED' : 'MISS');
    };
    return flight.join({ signal, use: land, lose: onLoss });
  }

  return {
    peek,
    atHand,
    ask,
    read: <T>({ policy, key, fetch, signal }: CacheRead<T>) => {
      const address = addressOf(policy, key);
      return atHand(address, fetch) ?? ask(address, fetch, { signal, use: asIs<Cached<T>> });
    },
    find<T>(policy: PolicyName, key: string): Cached<T> | null | Promise<Cached<T> | null> {
      const here = peek<T>(policy, key);
      const others = here ? undefined : sharedOf(policy);
      if (others === undefined) return here;
      const address = addressOf(policy, key);
      return others
        .find(policy, key)
        .then((found) => found && answer<T>(kept.put(address, found), 'SHARED'));
    },
    look: async <T>(request: CacheRead<T> & { readonly maxAge: Millis }): Promise<Seen<T>> => {
      const { policy, key, fetch, maxAge, signal = never } = request;
      const address = addressOf(policy, key);
      const begunAt = clock.now();
      const absent = absences.find(address.id);
      if (absent && begunAt - absent.stamp.storedAt < maxAge) throw errorOf(absent);
      const seen = ({ value, stamp }: Entry): Seen<T> => {
        return { value: value as T, freshFor: stamp.freshUntil - clock.now() };
      };
      if (!sharedOf(policy)) {
        try {
          return seen(kept.put(address, madeHere(await fetch(signal), begunAt)));
        } catch (error) {
          noteAbsence(address, absenceOf(error, begunAt));
          throw error;
        }
      }
      const flying = await flights.get(address.id)?.flight.join({ signal, use: asIs });
      if (flying && clock.now() - flying.entry.stamp.storedAt < maxAge) return seen(flying.entry);
      // Who has begun in between goes on for those who wait for it.
      flights.delete(address.id);
      const flight = launch(address, fetch, { maxAge, isRefresh: false });
      const { entry } = await flight.join({ signal, use: asIs });
      return seen(entry);
    },
    isCurrent: kept.isCurrent,
    isShown: kept.isShown,
    keep: async (policy, key, { begunAt = clock.now(), isOther = false, ...sized }) => {
      const made = madeHere(sized, begunAt);
      absences.forget(policy, key);
      kept.put(addressOf(policy, key), made);
      if (isOther) tellForgotten(policy, key);
      await sharedOf(policy)?.offer(policy, key, { ...made, isOther });
    },
    forget: async (policy, key) => {
      forgetHere(policy, key);
      await sharedOf(policy)?.forget(policy, key);
    },
    onForget: (listener) => void listeners.push(listener),
    stats: kept.stats,
  };
}
