import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Hears what is told on a channel of `node:diagnostics_channel`, until it is disposed of. */
export function subscribeToChannel(channel: string, hear: (message: unknown) => void): Disposable {
  subscribe(channel, hear);
  return { [Symbol.dispose]: () => void unsubscribe(channel, hear) };
}
