import { maxUnitsPerTurn, waitForTurn } from './event-loop-turns.ts';

const callersPerTurn = 1000;

/**
 * Returns a function that returns the promise, for every further 1,000 calls delayed by another
 * turn of the event loop. Thousands of fields that wait for one value thus resume in groups.
 */
export function resumeInGroups<T>(pending: Promise<T>): () => Promise<T> {
  let promise = pending;
  let callers = 0;
  return () => {
    callers += 1;
    if (callers % callersPerTurn === 0) {
      promise = promise.finally(() => waitForTurn(maxUnitsPerTurn));
    }
    return promise;
  };
}
