import { InvalidInputError } from '../errors.ts';
import type { PolicyName } from '../policies.ts';
import type { Freshness } from './freshness.ts';
import type { Cached, CacheRead, Sized, ValueCache } from './value-cache.ts';

/**
 * One request's view of the value cache: it passes on the request's abort signal, tallies how
 * fresh the answer is, and bounds how many reads one request may cause.
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
  let misses = 0;
  const note = <T>(read: Cached<T>): T => {
    freshness.note(read);
    return read.value;
  };
  return {
    signal,
    freshness,
    read<T>(policy: PolicyName, key: string, fetch: CacheRead<T>['fetch']): T | Promise<T> {
      const read = cache.read<T>({ policy, key, fetch, signal });
      if (!(read instanceof Promise)) return note(read);
      misses += 1;
      if (misses > maxMisses) {
        read.catch(() => {});
        throw new InvalidInputError(
          `the request needs more than ${maxMisses} upstream reads; ask for fewer items at a time`,
        );
      }
      return read.then(note);
    },
  };
}
