import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The events, one in each turn of the event loop, however many come at once. Who keeps up, over any
 * number of promises, has an event before the next one can replace it: of bursts of ten progress
 * events a GraphQL listener got seven, now all.
 */
export async function* yieldPerTick<T>(events: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  for await (const event of events) {
    yield event;
    await nextTurn();
  }
}
