import { maxUnitsPerTurn, waitForTurn } from './event-loop-turns.ts';

/** Callers that continue in the same turn of the event loop. */
const callersPerTurn = 1000;

/**
 * Returns a function that gives one more caller the promise. Tens of thousands of fields may wait
 * for one value; they resume in groups, each in a turn of its own.
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
