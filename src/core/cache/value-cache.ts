import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type Policy, type PolicyName, policies } from '../policies.ts';
import type { Millis } from '../units.ts';
import { createFlight, type Flight } from './flight.ts';

/** A fetched value and roughly how many bytes it holds. */
export type Sized<T> = { readonly value: T; readonly bytes: number };

/** How a value was come by: from memory, from memory past its freshness, asked for, or by joining who asked. */
export type CacheOutcome = 'HIT' | 'STALE' | 'MISS' | 'COALESCED';

/** A value with the time it was fetched and the time until which it counts as fresh. */
export type Cached<T> = {
  readonly value: T;
  readonly storedAt: Millis;
  readonly freshUntil: Millis;
  readonly outcome: CacheOutcome;
};

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
  /** Takes in a value that was come by in another way than `read`. */
  readonly keep: (policy: PolicyName, key: string, made: Sized<unknown>) => void;
  /** Forgets a value, e.g. after a write that changes it. */
  readonly forget: (policy: PolicyName, key: string) => void;
  readonly stats: () => { readonly entries: number; readonly bytes: number };
};

type Entry = { readonly value: unknown; readonly storedAt: Millis; readonly freshUntil: Millis };

/** After a failed refresh the next one waits this long, so that a dead upstream is not hammered. */
const refreshPause: Millis = 1000;
/** Overhead of an entry beside its value, bytes. */
const entryOverhead = 200;

/** A cache of at most `maxBytes`, least recently used out first. */
export function createValueCache(options: {
  readonly clock: Clock;
  readonly maxBytes: number;
  readonly onRead?: (policy: PolicyName, outcome: CacheOutcome) => void;
}): ValueCache {
  const { clock, maxBytes, onRead } = options;
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes });
  const flights = new Map<string, Flight<Entry>>();
  const lastFailure = new LRUCache<string, Millis>({ max: 10_000 });

  function store(id: string, policy: Policy, { value, bytes }: Sized<unknown>): Entry {
    const storedAt = clock.now();
    const entry = { value, storedAt, freshUntil: storedAt + policy.fresh };
    if (policy.fresh > 0) {
      entries.set(id, entry, { size: Math.max(1, bytes) + id.length + entryOverhead });
    }
    return entry;
  }

  function launch<T>(id: string, policy: Policy, fetch: CacheRead<T>['fetch']): Flight<Entry> {
    const flight = createFlight<Entry>(
      async (signal) => {
        const entry = store(id, policy, await fetch(signal));
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

  function refresh<T>(id: string, policy: Policy, fetch: CacheRead<T>['fetch']): void {
    const failedAt = lastFailure.get(id);
    if (flights.has(id) || (failedAt !== undefined && clock.now() - failedAt < refreshPause))
      return;
    launch(id, policy, fetch)
      .join()
      .catch(() => lastFailure.set(id, clock.now()));
  }

  return {
    read<T>(request: CacheRead<T>): Cached<T> | Promise<Cached<T>> {
      const policy: Policy = policies[request.policy];
      const id = `${request.policy}:${request.key}`;
      const answer = (entry: Entry, outcome: CacheOutcome): Cached<T> => {
        onRead?.(request.policy, outcome);
        return { ...entry, value: entry.value as T, outcome };
      };
      const entry = entries.get(id);
      const now = clock.now();
      if (entry && now < entry.freshUntil) return answer(entry, 'HIT');
      if (entry && now < entry.freshUntil + policy.stale) {
        refresh(id, policy, request.fetch);
        return answer(entry, 'STALE');
      }
      const flying = flights.get(id);
      const flight = flying ?? launch(id, policy, request.fetch);
      return flight
        .join(request.signal)
        .then((landed) => answer(landed, flying ? 'COALESCED' : 'MISS'));
    },
    peek<T>(policy: PolicyName, key: string): Cached<T> | null {
      const entry = entries.get(`${policy}:${key}`);
      if (!entry || clock.now() >= entry.freshUntil) return null;
      onRead?.(policy, 'HIT');
      return { ...entry, value: entry.value as T, outcome: 'HIT' };
    },
    keep: (policy, key, made) => {
      store(`${policy}:${key}`, policies[policy], made);
    },
    forget: (policy, key) => {
      entries.delete(`${policy}:${key}`);
    },
    stats: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}
