import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields one event per turn of the event loop, so that subscribers see each `conflate` event. */
export async function* yieldPerTurn<T>(
  events: AsyncIterable<T> | Iterable<T>,
): AsyncGenerator<T, undefined> {
  for await (const event of events) {
    yield event;
    await nextTurn();
  }
}
