import { performance } from 'node:perf_hooks';
import type { Millis } from './units.ts';

/** Waiting callers of `waitForLaterTurn`; one continues in each turn of the event loop. */
const waiting: Waiting[] = [];

type Waiting = { readonly begin: () => void; readonly units: number };

/**
 * Resolves in a later turn of the event loop; each turn continues one caller only.
 *
 * @param units - Work that the caller will do in that turn; it counts towards `maxUnitsPerTurn`.
 */
export function waitForLaterTurn(units = 0): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push({ begin, units }) === 1) setImmediate(beginNext);
  });
}

function beginNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(beginNext);
  planned = next?.units ?? 0;
  lastLoop = currentLoop();
  next?.begin();
}

/** Maximum work of one turn; a unit is a leaf value of a GraphQL result computed by graphql-js. */
export const maxUnitsPerTurn = 2_500;

let planned = 0;
let lastLoop = 0;

const currentLoop = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;

/** Reserves `units` of work in this turn. If false, they do not fit: await `waitForLaterTurn(units)`. */
export function tryReserveTurn(units: number): boolean {
  if (units > maxUnitsPerTurn) return false;
  planned += units;
  if (planned <= maxUnitsPerTurn) return true;
  const loop = currentLoop();
  const isSame = loop === lastLoop;
  lastLoop = loop;
  if (isSame) {
    planned -= units;
    return false;
  }
  planned = units;
  return true;
}

/** Resolves in the first turn of the event loop that has room for `units` of work; it may be this one. */
export async function reserveTurn(units: number): Promise<void> {
  if (!tryReserveTurn(units)) await waitForLaterTurn(units);
}

const sliceLength: Millis = 8;

/**
 * Runs a long computation, about 8 ms of it in each turn of the event loop.
 *
 * @param steps - Yields wherever the computation may be interrupted.
 * @param signal - Stops the computation between two turns; the promise rejects with its reason.
 */
export async function runYielding<T>(
  steps: Generator<undefined, T>,
  signal?: AbortSignal,
): Promise<T> {
  let endsAt = performance.now() + sliceLength;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < endsAt) continue;
    await waitForLaterTurn();
    signal?.throwIfAborted();
    endsAt = performance.now() + sliceLength;
  }
}

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
      promise = promise.finally(() => waitForLaterTurn(maxUnitsPerTurn));
    }
    return promise;
  };
}
