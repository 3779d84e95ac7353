import { waitForTurn } from './event-loop-turns.ts';
import type { Millis } from './units.ts';

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
    await waitForTurn();
    signal?.throwIfAborted();
    endsAt = performance.now() + sliceLength;
  }
}
