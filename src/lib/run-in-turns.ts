import { nextTurn } from './event-loop-turns.ts';
import type { Millis } from './units.ts';

/** Maximum time of a computation per turn. */
const sliceLength: Millis = 8;

/**
 * Runs a long computation, about 8 ms of it in each turn of the event loop.
 *
 * @param steps - Yields wherever it may be interrupted.
 * @param signal - Stops it between two turns.
 * @throws the reason of the signal, and what the steps throw.
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
