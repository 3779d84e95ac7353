import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';
import { GatewayError } from '../lib/errors.ts';
import { createTracedSignal, getSignalTrace, type TraceContext } from '../lib/trace-context.ts';
import type { Millis } from '../lib/units.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';
import { mapEvents } from './map-events.ts';
import type { EventDeliveryMode, EventStillValidCheck } from './subscribable-stream.ts';

/** Result of a poll: the state to compare with next time, and the events since the last poll. */
export type PollResult<S, T> = {
  readonly state: S;
  readonly events: readonly T[];
  /** Until when the newest event may be sent to new subscribers; no limit when left out. */
  readonly until?: Millis;
};

export type PollerOptions<S, T> = {
  /** Polls once; `before` is the state of the last successful poll, null at the first. */
  readonly poll: (key: string, before: S | null, signal: AbortSignal) => Promise<PollResult<S, T>>;
  readonly interval: Millis;
  /** `conflate`: a new subscriber gets the newest earlier event. `live`: only later events. */
  readonly deliveryMode: Exclude<EventDeliveryMode, 'replay' | 'terminal'>;
  readonly clock: Clock;
  readonly maxKeys: number;
  /** Makes the error that `subscribe` throws when `maxKeys` is reached. */
  readonly createOverloadError: () => Error;
  readonly onKeyCount?: (open: number) => void;
};

/** Polls resources for changes; all subscribers of a key share one polling loop. */
export type Poller<T> = {
  /**
   * Subscribes to a key. Resolves after the first poll that begins after the last known change.
   *
   * @param onValidity - Called with a function that returns whether an event may still be sent:
   * first for the initial event, before there is one, then for each event.
   * @throws the error of that poll, or of `createOverloadError`. `next` throws the error of a later
   * poll if polls have failed for a minute or its status is below 500.
   */
  readonly subscribe: (
    key: string,
    signal: AbortSignal,
    onValidity?: (isCurrent: EventStillValidCheck) => void,
  ) => Promise<AsyncIterableIterator<T, undefined>>;
  /** Polls the key at once, after a change. New subscribers get no event from before it. */
  readonly pollNow: (key: string) => void;
  readonly keyCount: () => number;
};

/** Polls that fail for this long end the stream with their error. */
const giveUpAfter: Millis = 60_000;

type Polled<T> =
  | { readonly kind: 'event'; readonly event: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The outcome of a poll; `count` is the value of `Watched.wanted` when it began. */
type Outcome = { readonly count: number; readonly error?: unknown };

type Watched<T> = {
  readonly stream: Broadcast<Polled<T>>;
  /** Number of polls requested: one for the first subscriber, then one for each known change. */
  wanted: number;
  /** The value of `wanted` when the last successful poll began. */
  polled: number;
  nextOutcome: PromiseWithResolvers<Outcome>;
  wake: () => void;
  latest: T | undefined;
  /** Until when `latest` may be sent to new subscribers. */
  until: Millis;
};

/** Creates a poller. A key is polled every `interval` while it has subscribers. */
export function createPoller<S, T>(options: PollerOptions<S, T>): Poller<T> {
  const { poll, interval, deliveryMode, clock, maxKeys, createOverloadError, onKeyCount } = options;
  const open = new Map<string, Watched<T>>();

  async function* pollEvents(
    key: string,
    signal: AbortSignal,
    { watched, trace }: { readonly watched: Watched<T>; readonly trace: TraceContext | undefined },
  ): AsyncGenerator<Polled<T>, undefined> {
    let state: S | null = null;
    let failingSince: Millis | null = null;
    signal.addEventListener('abort', () => watched.wake(), { once: true });
    while (!signal.aborted) {
      const count = watched.wanted;
      try {
        // The first poll continues the first subscriber's trace; later polls continue none.
        const polling = state === null ? createTracedSignal(signal, trace) : signal;
        const found: PollResult<S, T> = await poll(key, state, polling);
        state = found.state;
        failingSince = null;
        for (const event of found.events) {
          watched.latest = event;
          yield { kind: 'event', event };
        }
        watched.until = found.until ?? Number.POSITIVE_INFINITY;
        watched.polled = count;
        // Last, because a waiting `subscribe` reads the retained events.
        publishOutcome(watched, { count });
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= clock.now();
        const isOver =
          isPermanent(error, state === null) || clock.now() - failingSince > giveUpAfter;
        publishOutcome(watched, { count: isOver ? Number.POSITIVE_INFINITY : count, error });
        if (isOver) throw error;
      }
      if (watched.wanted === count && !signal.aborted) await pause(watched);
    }
  }

  async function pause(watched: Watched<T>): Promise<void> {
    const over = new AbortController();
    watched.wake = () => over.abort();
    await sleep(interval, undefined, { signal: over.signal }).catch(() => undefined);
  }

  function startPolling(key: string, trace: TraceContext | undefined): Watched<T> {
    if (open.size >= maxKeys) throw createOverloadError();
    const stream = createBroadcast<Polled<T>>({
      source: (signal) => pollEvents(key, signal, { watched, trace }),
      deliveryModeOf: ({ kind }) => (kind === 'failed' ? 'terminal' : deliveryMode),
      toTerminalEvent: (error) => ({ kind: 'failed', error }),
      onEnd: () => {
        if (open.get(key) === watched) open.delete(key);
        onKeyCount?.(open.size);
      },
    });
    const watched: Watched<T> = {
      stream,
      wanted: 1,
      polled: 0,
      nextOutcome: Promise.withResolvers(),
      wake: () => {},
      latest: undefined,
      until: Number.POSITIVE_INFINITY,
    };
    open.set(key, watched);
    onKeyCount?.(open.size);
    return watched;
  }

  function requestPoll(watched: Watched<T>): void {
    watched.wanted += 1;
    watched.wake();
  }

  const isPolled = (watched: Watched<T>) => watched.polled === watched.wanted;
  const isLatestValid = (watched: Watched<T>) => isPolled(watched) && clock.now() < watched.until;

  return {
    subscribe: async (key, signal, onValidity) => {
      const watched = open.get(key) ?? startPolling(key, getSignalTrace(signal));
      const events = watched.stream.iterate(signal);
      if (isPolled(watched) && !isLatestValid(watched)) requestPoll(watched);
      const { wanted } = watched;
      onValidity?.(() => watched.wanted === wanted);
      const unsubscribed = aborted(signal);
      try {
        while (watched.polled < wanted && !signal.aborted) {
          const ended = await Promise.race([watched.nextOutcome.promise, unsubscribed]);
          if (ended && 'error' in ended && ended.count >= wanted) throw ended.error;
        }
      } catch (error) {
        await events.return?.();
        throw error;
      }
      return mapEvents(events, (polled) => {
        if (polled.kind === 'failed') throw polled.error;
        const { event } = polled;
        onValidity?.(() => watched.latest === event && isLatestValid(watched));
        return event;
      });
    },
    pollNow: (key) => {
      const watched = open.get(key);
      if (watched) requestPoll(watched);
    },
    keyCount: () => open.size,
  };
}

function publishOutcome(watched: Pick<Watched<unknown>, 'nextOutcome'>, outcome: Outcome): void {
  const { nextOutcome } = watched;
  watched.nextOutcome = Promise.withResolvers();
  nextOutcome.resolve(outcome);
}

/** A failed first poll is not repeated, nor is a poll that fails with a status below 500. */
function isPermanent(error: unknown, isFirst: boolean): boolean {
  return isFirst || (error instanceof GatewayError && error.status < 500);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
