import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { GatewayError } from '../errors.ts';
import type { Millis } from '../units.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { mapEvents } from './map-events.ts';

/** What one look has found: the state for the next one, and the events since the last. */
export type Look<S, T> = { readonly state: S; readonly events: readonly T[] };

export type PollerOptions<S, T> = {
  /** Looks once; `before` is what the last look left, null at the first. */
  readonly look: (key: string, before: S | null, signal: AbortSignal) => Promise<Look<S, T>>;
  readonly interval: Millis;
  /** Of `latest` events whoever joins gets the newest at once; `every` one reaches who listens then. */
  readonly delivery: 'latest' | 'every';
  readonly clock: Clock;
  /** Different things looked after at once. */
  readonly maxKeys: number;
  /** What to say when there are more. */
  readonly busy: () => Error;
  /** Told how many things are looked after. */
  readonly onKeys?: (open: number) => void;
};

/** Looks after things that change, one loop for each, however many listen. */
export type Poller<T> = {
  /**
   * Joins who listens to a thing; the first one starts the looks. Resolves once it has been looked
   * at, so that nothing that happens afterwards is missed.
   *
   * @throws what the first look throws; later (from `next`) what has kept failing for a minute.
   */
  readonly listen: (
    key: string,
    signal: AbortSignal,
  ) => Promise<AsyncIterableIterator<T, undefined>>;
  readonly keys: () => number;
};

/** Looks that keep failing for so long end the stream. */
const giveUpAfter: Millis = 60_000;

type Polled<T> =
  | { readonly kind: 'event'; readonly event: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Nothing is looked at until somebody listens, nor after the last listener has left. */
export function createPoller<S, T>(options: PollerOptions<S, T>): Poller<T> {
  const { look, interval, delivery, clock, maxKeys, busy, onKeys } = options;
  const reach = delivery === 'every' ? 'passing' : delivery;
  type Open = { readonly stream: EventStream<Polled<T>>; readonly ready: Promise<void> };
  const open = new Map<string, Open>();

  /** The events of one thing; `ready` is told of the first look. */
  async function* watch(
    key: string,
    signal: AbortSignal,
    ready: PromiseWithResolvers<void>,
  ): AsyncGenerator<Polled<T>, undefined> {
    let state: S | null = null;
    let failingSince: Millis | null = null;
    while (!signal.aborted) {
      try {
        const found: Look<S, T> = await look(key, state, signal);
        state = found.state;
        failingSince = null;
        ready.resolve();
        for (const event of found.events) yield { kind: 'event', event };
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= clock.now();
        if (isHopeless(error, state === null) || clock.now() - failingSince > giveUpAfter) {
          ready.reject(error);
          throw error;
        }
      }
      // Ends early when the last listener leaves.
      await sleep(interval, undefined, { signal }).catch(() => undefined);
    }
  }

  function begin(key: string): Open {
    if (open.size >= maxKeys) throw busy();
    const ready = Promise.withResolvers<void>();
    // Told to everybody who joins; nobody need be there when it fails.
    ready.promise.catch(() => undefined);
    const stream = createEventStream<Polled<T>>({
      source: (signal) => watch(key, signal, ready),
      deliveryOf: ({ kind }) => (kind === 'failed' ? 'final' : reach),
      failed: (error) => ({ kind: 'failed', error }),
      onEnd: () => {
        if (open.get(key) === made) open.delete(key);
        onKeys?.(open.size);
      },
    });
    const made = { stream, ready: ready.promise };
    open.set(key, made);
    onKeys?.(open.size);
    return made;
  }

  return {
    listen: async (key, signal) => {
      const { stream, ready } = open.get(key) ?? begin(key);
      const events = stream.listen(signal);
      try {
        await Promise.race([ready, aborted(signal)]);
      } catch (error) {
        await events.return?.();
        throw error;
      }
      return mapEvents(events, (polled) => {
        if (polled.kind === 'failed') throw polled.error;
        return polled.event;
      });
    },
    keys: () => open.size,
  };
}

/** What is wrong with the thing itself stays wrong; a failing start is told to who asked. */
function isHopeless(error: unknown, isFirst: boolean): boolean {
  return isFirst || (error instanceof GatewayError && error.status < 500);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
