import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { GatewayError } from '../errors.ts';
import type { Millis } from '../units.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { mapEvents } from './map-events.ts';
import type { IsCurrent } from './seats.ts';

/** What one look has found: the state for the next one, and the events since the last. */
export type Look<S, T> = {
  readonly state: S;
  readonly events: readonly T[];
  /** Until when the newest event may be told to who comes; as long as it is the newest when left out. */
  readonly until?: Millis;
};

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
   * at, so that nothing that happens afterwards is missed, and nothing is told from before a change.
   *
   * @param place - Hears of each event, and at first of the one to come, whether it is current.
   * @throws what the look throws that is waited for; later (from `next`) what has kept failing for a minute.
   */
  readonly listen: (
    key: string,
    signal: AbortSignal,
    place?: (isCurrent: IsCurrent) => void,
  ) => Promise<AsyncIterableIterator<T, undefined>>;
  /** The thing has been changed: it is looked at at once, and who comes is told nothing from before. */
  readonly renew: (key: string) => void;
  readonly keys: () => number;
};

/** Looks that keep failing for so long end the stream. */
const giveUpAfter: Millis = 60_000;

type Polled<T> =
  | { readonly kind: 'event'; readonly event: T }
  | { readonly kind: 'failed'; readonly error: unknown };

type Ready = PromiseWithResolvers<void>;

/** A thing that is looked after. */
type Watched<T> = {
  readonly stream: EventStream<Polled<T>>;
  /** What who comes waits for: a look that began after the last change. */
  ready: Ready;
  /** What the look under way, or the last one, brings about. */
  answering: Ready | null;
  isReady: boolean;
  isHurried: boolean;
  /** Ends the pause between two looks. */
  wake: () => void;
  latest: T | undefined;
  until: Millis;
};

/** Nothing is looked at until somebody listens, nor after the last listener has left. */
export function createPoller<S, T>(options: PollerOptions<S, T>): Poller<T> {
  const { look, interval, delivery, clock, maxKeys, busy, onKeys } = options;
  const reach = delivery === 'every' ? 'passing' : delivery;
  const open = new Map<string, Watched<T>>();

  /** The events of one thing. */
  async function* watch(
    key: string,
    signal: AbortSignal,
    own: Watched<T>,
  ): AsyncGenerator<Polled<T>, undefined> {
    let state: S | null = null;
    let failingSince: Millis | null = null;
    signal.addEventListener('abort', () => own.wake(), { once: true });
    while (!signal.aborted) {
      const { ready } = own;
      own.answering = ready;
      own.isHurried = false;
      try {
        const found: Look<S, T> = await look(key, state, signal);
        state = found.state;
        failingSince = null;
        for (const event of found.events) {
          own.latest = event;
          yield { kind: 'event', event };
        }
        // Who waits is told what is kept, so only now.
        own.until = found.until ?? Number.POSITIVE_INFINITY;
        own.isReady = own.ready === ready;
        ready.resolve();
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= clock.now();
        ready.reject(error);
        if (isHopeless(error, state === null) || clock.now() - failingSince > giveUpAfter) {
          own.ready.reject(error);
          throw error;
        }
        if (!own.isReady && own.ready === ready) own.ready = createReady();
      }
      if (!own.isHurried) await pause(own);
    }
  }

  /** Ends early when the thing is changed, or the last listener leaves. */
  async function pause(own: Watched<T>): Promise<void> {
    const over = new AbortController();
    own.wake = () => over.abort();
    await sleep(interval, undefined, { signal: over.signal }).catch(() => undefined);
  }

  function begin(key: string): Watched<T> {
    if (open.size >= maxKeys) throw busy();
    const stream = createEventStream<Polled<T>>({
      source: (signal) => watch(key, signal, made),
      deliveryOf: ({ kind }) => (kind === 'failed' ? 'final' : reach),
      failed: (error) => ({ kind: 'failed', error }),
      onEnd: () => {
        if (open.get(key) === made) open.delete(key);
        onKeys?.(open.size);
      },
    });
    const made: Watched<T> = {
      stream,
      ready: createReady(),
      answering: null,
      isReady: false,
      isHurried: false,
      wake: () => {},
      latest: undefined,
      until: Number.POSITIVE_INFINITY,
    };
    open.set(key, made);
    onKeys?.(open.size);
    return made;
  }

  function renew(own: Watched<T>): void {
    // The look under way, if any, tells of before.
    if (own.ready === own.answering) own.ready = createReady();
    own.isReady = false;
    own.isHurried = true;
    own.wake();
  }

  const isShown = (own: Watched<T>) => own.isReady && clock.now() < own.until;

  return {
    listen: async (key, signal, place) => {
      const own = open.get(key) ?? begin(key);
      const events = own.stream.listen(signal);
      if (own.isReady && !isShown(own)) renew(own);
      const { ready } = own;
      place?.(() => own.ready === ready);
      try {
        await Promise.race([ready.promise, aborted(signal)]);
      } catch (error) {
        await events.return?.();
        throw error;
      }
      return mapEvents(events, (polled) => {
        if (polled.kind === 'failed') throw polled.error;
        const { event } = polled;
        place?.(() => own.latest === event && isShown(own));
        return event;
      });
    },
    renew: (key) => {
      const own = open.get(key);
      if (own) renew(own);
    },
    keys: () => open.size,
  };
}

/** Told to everybody who joins; nobody need be there when it fails. */
function createReady(): Ready {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  return ready;
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
