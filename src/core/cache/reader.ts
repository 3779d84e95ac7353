import { InvalidInputError } from '../errors.ts';
import type { PolicyName } from '../policies.ts';
import { type Address, addressOf } from './address.ts';
import type { Fetch } from './cache-read.ts';
import type { Cached, Stamp } from './cached.ts';
import type { Freshness } from './freshness.ts';
import type { ValueCache } from './value-cache.ts';

/**
 * One request's view of the value cache: it passes on the request's abort signal, tallies how
 * fresh the answer is, and bounds how many different things one request may cause to be asked for.
 */
export type Reader = {
  readonly read: <T>(policy: PolicyName, key: string, fetch: Fetch<T>) => T | Promise<T>;
  /** The same for a value whose address is at hand. */
  readonly readAt: <T>(address: Address, fetch: Fetch<T>) => T | Promise<T>;
  /** The value where it is fresh and at hand, tallied like a read; undefined where it is not. */
  readonly peek: <T>(policy: PolicyName, key: string) => T | undefined;
  /**
   * Runs something to its end without waiting and tells what it read. `reads` is null when that
   * will not do a second time: a value was not fresh, or the answer was marked as not to be kept.
   */
  readonly record: <T>(run: () => T) => { readonly result: T; readonly reads: Reads | null };
  /** Tallies reads of before again; false, and nothing tallied, when one would now read otherwise. */
  readonly recall: (reads: Reads) => boolean;
  readonly signal: AbortSignal;
  readonly freshness: Freshness;
};

/** What is not at hand, with the promise of it until it has come or failed. */
type Missed = { answer: Promise<unknown> | undefined; isLost: boolean };

/** The values that something was made of. */
export type Reads = readonly Stamp[];

const ignore = () => {};

/** @throws {InvalidInputError} (from `read`) the request needs more than `maxMisses` upstream reads. */
export function createReader(options: {
  readonly cache: ValueCache;
  readonly freshness: Freshness;
  readonly signal: AbortSignal;
  readonly maxMisses: number;
}): Reader {
  const { cache, freshness, signal, maxMisses } = options;
  /** By address. */
  const missed = new Map<string, Missed>();
  // Resolvers of long lists read one and the same value for each element: 270 ns a read through the
  // cache, 30 when it is the last one again.
  let last: { readonly address: Address; readonly read: Cached<unknown> } | null = null;
  // What was shown past its freshness is read again when its refresh has come: one answer does not
  // tell two values of one thing.
  let stale: Map<string, Cached<unknown>> | undefined;
  let recording: { readonly reads: Set<Stamp>; isFresh: boolean } | null = null;

  const note = <T>(read: Cached<T>): T => {
    freshness.note(read.stamp, read.outcome);
    if (recording) {
      if (read.outcome === 'HIT') recording.reads.add(read.stamp);
      else recording.isFresh = false;
    }
    return read.value;
  };

  const take = <T>(address: Address, read: Cached<T>): T => {
    if (read.outcome === 'STALE') {
      stale ??= new Map();
      stale.set(address.id, read);
    }
    return note(read);
  };

  function lose(own: Missed): void {
    // Of several that fail together only the first may be waited for.
    own.answer?.catch(ignore);
    own.answer = undefined;
    own.isLost = true;
  }

  function wait<T>(own: Missed, answer: Promise<T>): Promise<T> {
    own.answer = answer;
    if (own.isLost) lose(own);
    return answer;
  }

  /** Nothing is asked for what is one too many. */
  function miss(id: string): Missed {
    if (missed.size >= maxMisses) {
      throw new InvalidInputError(
        `the request needs more than ${maxMisses} upstream reads; ask for fewer items at a time`,
      );
    }
    const own = { answer: undefined, isLost: false };
    missed.set(id, own);
    return own;
  }

  function readAt<T>(address: Address, fetch: Fetch<T>): T | Promise<T> {
    const shown = stale?.get(address.id);
    if (shown && cache.isShown(address, shown.stamp)) return note(shown as Cached<T>);
    const before = missed.size > 0 ? missed.get(address.id) : undefined;
    const asked = before?.answer;
    if (asked) {
      if (recording) recording.isFresh = false;
      return asked as Promise<T>;
    }
    const read = cache.atHand(address, fetch);
    if (read) {
      last = read.outcome === 'HIT' ? { address, read } : null;
      return take(address, read);
    }
    if (recording) recording.isFresh = false;
    const own = before ?? miss(address.id);
    own.isLost = false;
    return wait(
      own,
      cache.ask(address, fetch, {
        signal,
        use: (landed) => {
          own.answer = undefined;
          return take(address, landed);
        },
        lose: (absent, outcome) => {
          if (absent) freshness.note(absent, outcome);
          lose(own);
        },
      }),
    );
  }

  return {
    signal,
    freshness,
    read<T>(policy: PolicyName, key: string, fetch: Fetch<T>): T | Promise<T> {
      const isLast = last?.address.key === key && last.address.policy === policy;
      if (last && isLast && cache.isCurrent(last.read.stamp)) {
        recording?.reads.add(last.read.stamp);
        return last.read.value as T;
      }
      return readAt(addressOf(policy, key), fetch);
    },
    readAt,
    peek: <T>(policy: PolicyName, key: string) => {
      const kept = cache.peek<T>(policy, key);
      return kept ? note(kept) : undefined;
    },
    record: (run) => {
      const outer = recording;
      const inner = { reads: new Set<Stamp>(), isFresh: true };
      const marks = freshness.marks();
      recording = inner;
      try {
        const result = run();
        if (freshness.marks() !== marks) inner.isFresh = false;
        return { result, reads: inner.isFresh ? [...inner.reads] : null };
      } finally {
        recording = outer;
        // What is read on the way to a part is read on the way to the whole.
        if (outer) {
          if (!inner.isFresh) outer.isFresh = false;
          for (const stamp of inner.reads) outer.reads.add(stamp);
        }
      }
    },
    recall: (reads) => {
      const isOther = stale !== undefined && reads.some(({ policy }) => freshness.isStale(policy));
      if (isOther || !reads.every(cache.isCurrent)) return false;
      for (const stamp of reads) {
        freshness.note(stamp, 'HIT');
        recording?.reads.add(stamp);
      }
      return true;
    },
  };
}
