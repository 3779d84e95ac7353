import { nextTurn } from './event-loop-turns.ts';
import type { Millis } from './units.ts';

/** After so long a computation leaves the event loop to others. */
const sliceLength: Millis = 8;

/**
 * Runs the steps of a long computation to the end, some 8 ms of them in a turn of the event loop.
 *
 * @param steps - Yields wherever it may be left for a while.
 * @param signal - Ends it between two slices.
 * @throws The reason of the signal, and what the steps throw.
 */
export async function runInTurns<T>(
  steps: Generator<undefined, T>,
  signal?: AbortSignal,
): Promise<T> {
  let endsAt = performance.now() + sliceLength;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < endsAt) continue;
    await nextTurn();
    signal?.throwIfAborted();
    endsAt = performance.now() + sliceLength;
  }
}
