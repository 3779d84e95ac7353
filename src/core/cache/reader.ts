import { InvalidInputError } from '../errors.ts';
import type { PolicyName } from '../policies.ts';
import type { Freshness } from './freshness.ts';
import type { Cached, CacheRead, Sized, ValueCache } from './value-cache.ts';

/**
 * One request's view of the value cache: it passes on the request's abort signal, tallies how
 * fresh the answer is, and bounds how many different things one request may cause to be asked for.
 */
export type Reader = {
  readonly read: <T>(
    policy: PolicyName,
    key: string,
    fetch: (signal: AbortSignal) => Promise<Sized<T>>,
  ) => T | Promise<T>;
  readonly signal: AbortSignal;
  readonly freshness: Freshness;
};

/** @throws {InvalidInputError} (from `read`) the request needs more than `maxMisses` upstream reads. */
export function createReader(options: {
  readonly cache: ValueCache;
  readonly freshness: Freshness;
  readonly signal: AbortSignal;
  readonly maxMisses: number;
}): Reader {
  const { cache, freshness, signal, maxMisses } = options;
  const missed = new Set<string>();
  const pending = new Map<string, Promise<unknown>>();
  const note = <T>(read: Cached<T>): T => {
    freshness.note(read);
    return read.value;
  };
  return {
    signal,
    freshness,
    read<T>(policy: PolicyName, key: string, fetch: CacheRead<T>['fetch']): T | Promise<T> {
      const id = `${policy}:${key}`;
      const asked = pending.get(id);
      if (asked) return asked as Promise<T>;
      const read = cache.read<T>({ policy, key, fetch, signal });
      if (!(read instanceof Promise)) return note(read);
      missed.add(id);
      if (missed.size > maxMisses) {
        read.catch(() => {});
        throw new InvalidInputError(
          `the request needs more than ${maxMisses} upstream reads; ask for fewer items at a time`,
        );
      }
      const answer = read.then(note);
      pending.set(id, answer);
      const done = () => pending.delete(id);
      answer.then(done, done);
      return answer;
    },
  };
}
