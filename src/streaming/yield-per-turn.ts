import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Yields one event per turn of the event loop, even when several are available. Subscribers thus
 * have time to take each `conflate` event before the next one replaces it.
 */
export async function* yieldPerTurn<T>(
  events: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T, undefined> {
  for await (const event of events) {
    yield event;
    await nextTurn();
  }
}
