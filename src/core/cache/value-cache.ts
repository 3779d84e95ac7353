import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type PolicyName, policies } from '../policies.ts';
import type { Millis } from '../units.ts';
import { createFlight, type Flight } from './flight.ts';
import { createForgotten } from './forgotten.ts';

/** A fetched value and roughly how many bytes it holds. */
export type Sized<T> = { readonly value: T; readonly bytes: number };

/** How a value was come by: from memory, from memory past its freshness, asked for, or by joining who asked. */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/** What a read tells beside its value. */
export type ReadFacts = {
  /** The row that the value is kept by. */
  readonly policy: PolicyName;
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
  readonly outcome: CacheOutcome;
};

/** A value with the time it was fetched and the time until which it counts as fresh. */
export type Cached<T> = ReadFacts & {
  readonly value: T;
  /** Stands for the kept value in what is made of it. */
  readonly stamp: Stamp;
};

/**
 * One value in the cache without the value itself, so that what is made of values can tell whether
 * they are still the ones to be read, and holds none of them in memory.
 */
export type Stamp = ReadFacts & { readonly outcome: 'HIT' };

export type CacheRead<T> = {
  readonly policy: PolicyName;
  /** Unique within the policy: the canonical parameters of the read. */
  readonly key: string;
  readonly fetch: (signal: AbortSignal) => Promise<Sized<T>>;
  readonly signal?: AbortSignal;
};

/**
 * Values of upstreams, shared by every request of both doors: fresh ones from memory, stale ones
 * at once while one refresh runs behind them, missing ones by a single flight per key. A failed
 * refresh leaves the stale value in place until its advertised window ends; failures are never kept.
 */
export type ValueCache = {
  /** A fresh or stale value comes without a promise, so that hot paths stay synchronous. */
  readonly read: <T>(request: CacheRead<T>) => Cached<T> | Promise<Cached<T>>;
  /** The value if it is fresh; nothing is asked for. */
  readonly peek: <T>(policy: PolicyName, key: string) => Cached<T> | null;
  /** True while a read would find this very value, and find it fresh. */
  readonly isCurrent: (stamp: Stamp) => boolean;
  /** Takes in a value that was come by in another way than `read`, unless it was forgotten since `begunAt`. */
  readonly keep: (
    policy: PolicyName,
    key: string,
    made: Sized<unknown> & { readonly begunAt?: Millis },
  ) => void;
  /**
   * Forgets a value after a write that changes it, all values of the row when `key` is left out.
   * What is being fetched meanwhile may be from before the write: it is given to who waits for it,
   * and not kept.
   */
  readonly forget: (policy: PolicyName, key?: string) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

type KeptStamp = Stamp & { isKept: boolean };
/** What a hit answers, as it is: hits make no garbage. */
type Entry = Cached<unknown> & { readonly stamp: KeptStamp };

type Address = { readonly id: string; readonly policy: PolicyName; readonly key: string };

/** After a failed refresh the next one waits this long, so that a dead upstream is not hammered. */
const refreshPause: Millis = 1000;
/** Overhead of an entry beside its value, bytes. */
const entryOverhead = 200;

/** A cache of at most `maxBytes`, least recently used out first. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly onRead?: (policy: PolicyName, outcome: CacheOutcome) => void;
  /** Told of every row of which something was forgotten. */
  readonly onForget?: (policy: PolicyName) => void;
}): ValueCache {
  const { clock, maxBytes, onRead, onForget } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    dispose: ({ stamp }) => {
      stamp.isKept = false;
    },
  });
  const flights = new Map<string, Flight<Entry>>();
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });
  const forgotten = createForgotten(clock);

  function store(
    { id, policy, key }: Address,
    { value, bytes }: Sized<unknown>,
    begunAt: Millis,
  ): Entry {
    const storedAt = clock.now();
    const freshUntil = storedAt + policies[policy].fresh;
    const isKept = policies[policy].fresh > 0 && !forgotten.isOutdated(policy, key, begunAt);
    const facts = { policy, storedAt, freshUntil, outcome: 'HIT' } as const;
    const entry: Entry = { value, ...facts, stamp: { ...facts, isKept } };
    if (isKept) {
      entries.set(id, entry, { size: Math.max(1, bytes) + id.length + entryOverhead });
    }
    return entry;
  }

  /** The entry that is kept, fresh or not; undefined when there is none, or it was forgotten. */
  function find(policy: PolicyName, id: string): Entry | undefined {
    const entry = entries.get(id);
    return entry && forgotten.isRowForgotten(policy, entry.storedAt) ? undefined : entry;
  }

  function launch<T>(address: Address, fetch: CacheRead<T>['fetch']): Flight<Entry> {
    const { id } = address;
    const begunAt = clock.now();
    const flight = createFlight<Entry>(
      async (signal) => {
        const entry = store(address, await fetch(signal), begunAt);
        lastFailure.delete(id);
        return entry;
      },
      () => {
        if (flights.get(id) === flight) flights.delete(id);
      },
    );
    flights.set(id, flight);
    return flight;
  }

  function refresh<T>(address: Address, fetch: CacheRead<T>['fetch']): void {
    const { id } = address;
    const failedAt = lastFailure.get(id);
    if (flights.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    launch(address, fetch)
      .join()
      .catch(() => lastFailure.set(id, clock.now()));
  }

  return {
    read<T>(request: CacheRead<T>): Cached<T> | Promise<Cached<T>> {
      const { policy, key } = request;
      const id = `${policy}:${key}`;
      const answer = (entry: Entry, outcome: CacheOutcome): Cached<T> => {
        onRead?.(policy, outcome);
        return (outcome === 'HIT' ? entry : { ...entry, outcome }) as Cached<T>;
      };
      const entry = find(policy, id);
      const now = clock.now();
      if (entry && now < entry.freshUntil) return answer(entry, 'HIT');
      if (entry && now < entry.freshUntil + policies[policy].stale) {
        refresh({ id, policy, key }, request.fetch);
        return answer(entry, 'STALE');
      }
      const flying = flights.get(id);
      const flight = flying ?? launch({ id, policy, key }, request.fetch);
      return flight
        .join(request.signal)
        .then((landed) => answer(landed, flying ? 'COALESCED' : 'MISS'));
    },
    peek<T>(policy: PolicyName, key: string): Cached<T> | null {
      const entry = find(policy, `${policy}:${key}`);
      if (!entry || clock.now() >= entry.freshUntil) return null;
      onRead?.(policy, 'HIT');
      return entry as Cached<T>;
    },
    isCurrent: (stamp) =>
      (stamp as KeptStamp).isKept &&
      clock.now() < stamp.freshUntil &&
      !forgotten.isRowForgotten(stamp.policy, stamp.storedAt),
    keep: (policy, key, made) => {
      store({ id: `${policy}:${key}`, policy, key }, made, made.begunAt ?? clock.now());
    },
    forget: (policy, key) => {
      forgotten.note(policy, key);
      const prefix = `${policy}:`;
      if (key !== undefined) entries.delete(prefix + key);
      // Nobody joins a fetch that began before; who waits for it is told what it finds.
      for (const id of flights.keys()) {
        if (key === undefined ? id.startsWith(prefix) : id === prefix + key) flights.delete(id);
      }
      onForget?.(policy);
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
