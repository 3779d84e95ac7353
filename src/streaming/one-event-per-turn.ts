import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Yields at most one event per turn of the event loop. Without it, subscribers of a stream whose
 * events are conflated would miss all but the newest event of a turn.
 */
export async function* yieldOneEventPerTurn<T>(
  events: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T, undefined> {
  for await (const event of events) {
    yield event;
    await nextTurn();
  }
}
