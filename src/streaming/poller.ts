import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';
import { GatewayError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import { type Broadcast, createBroadcast } from './broadcast.ts';
import { mapEvents } from './map-events.ts';
import type { StillValidCheck } from './subscriber-registry.ts';

/** What one look has found: the state for the next one, and the events since the last. */
export type PollResult<S, T> = {
  readonly state: S;
  readonly events: readonly T[];
  /** Until when the newest event may be told to who comes; as long as it is the newest when left out. */
  readonly until?: Millis;
};

export type PollerOptions<S, T> = {
  /** Looks once; `before` is what the last look left, null at the first. */
  readonly poll: (key: string, before: S | null, signal: AbortSignal) => Promise<PollResult<S, T>>;
  readonly interval: Millis;
  /** Of `conflate` events whoever joins gets the newest at once; `replay` one reaches who listens then. */
  readonly retention: 'conflate' | 'replay';
  readonly clock: Clock;
  /** Different things looked after at once. */
  readonly maxKeys: number;
  /** What to say when there are more. */
  readonly createOverloadError: () => Error;
  /** Told how many things are looked after. */
  readonly onKeyCount?: (open: number) => void;
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
  readonly subscribe: (
    key: string,
    signal: AbortSignal,
    place?: (isCurrent: StillValidCheck) => void,
  ) => Promise<AsyncIterableIterator<T, undefined>>;
  /** The thing has been changed: it is looked at at once, and who comes is told nothing from before. */
  readonly pollNow: (key: string) => void;
  readonly keyCount: () => number;
};

/** Looks that keep failing for so long end the stream. */
const giveUpAfter: Millis = 60_000;

type Polled<T> =
  | { readonly kind: 'event'; readonly event: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How a look ended that began when `count` were wanted. */
type Outcome = { readonly count: number; readonly error?: unknown };

/** A thing that is looked after. */
type Watched<T> = {
  readonly stream: Broadcast<Polled<T>>;
  /** Counts what calls for a look that begins after it: the first listener, and every change. */
  wanted: number;
  /** The count that the last successful look began with. */
  answered: number;
  /** The end of the look under way, or of the next. */
  turn: PromiseWithResolvers<Outcome>;
  /** Ends the pause between two looks. */
  wake: () => void;
  latest: T | undefined;
  /** Until when it may be told to who comes. */
  until: Millis;
};

/** Nothing is looked at until somebody listens, nor after the last listener has left. */
export function createPoller<S, T>(options: PollerOptions<S, T>): Poller<T> {
  const { poll, interval, retention, clock, maxKeys, createOverloadError, onKeyCount } = options;
  const reach = retention === 'replay' ? 'live' : retention;
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
      const count = own.wanted;
      try {
        const found: PollResult<S, T> = await poll(key, state, signal);
        state = found.state;
        failingSince = null;
        for (const event of found.events) {
          own.latest = event;
          yield { kind: 'event', event };
        }
        own.until = found.until ?? Number.POSITIVE_INFINITY;
        own.answered = count;
        // Who waits is told what is kept, so only now.
        endTurn(own, { count });
      } catch (error) {
        if (signal.aborted) return;
        failingSince ??= clock.now();
        const isOver =
          isHopeless(error, state === null) || clock.now() - failingSince > giveUpAfter;
        endTurn(own, { count: isOver ? Number.POSITIVE_INFINITY : count, error });
        if (isOver) throw error;
      }
      if (own.wanted === count && !signal.aborted) await pause(own);
    }
  }

  /** Ends early when the thing is changed, or the last listener leaves. */
  async function pause(own: Watched<T>): Promise<void> {
    const over = new AbortController();
    own.wake = () => over.abort();
    await sleep(interval, undefined, { signal: over.signal }).catch(() => undefined);
  }

  function begin(key: string): Watched<T> {
    if (open.size >= maxKeys) throw createOverloadError();
    const stream = createBroadcast<Polled<T>>({
      source: (signal) => watch(key, signal, made),
      retentionOf: ({ kind }) => (kind === 'failed' ? 'terminal' : reach),
      toTerminalEvent: (error) => ({ kind: 'failed', error }),
      onEnd: () => {
        if (open.get(key) === made) open.delete(key);
        onKeyCount?.(open.size);
      },
    });
    const made: Watched<T> = {
      stream,
      wanted: 1,
      answered: 0,
      turn: Promise.withResolvers(),
      wake: () => {},
      latest: undefined,
      until: Number.POSITIVE_INFINITY,
    };
    open.set(key, made);
    onKeyCount?.(open.size);
    return made;
  }

  function renew(own: Watched<T>): void {
    own.wanted += 1;
    own.wake();
  }

  const isAnswered = (own: Watched<T>) => own.answered === own.wanted;
  const isShown = (own: Watched<T>) => isAnswered(own) && clock.now() < own.until;

  return {
    subscribe: async (key, signal, place) => {
      const own = open.get(key) ?? begin(key);
      const events = own.stream.iterate(signal);
      if (isAnswered(own) && !isShown(own)) renew(own);
      const { wanted } = own;
      place?.(() => own.wanted === wanted);
      const leaving = aborted(signal);
      try {
        while (own.answered < wanted && !signal.aborted) {
          const ended = await Promise.race([own.turn.promise, leaving]);
          if (ended && 'error' in ended && ended.count >= wanted) throw ended.error;
        }
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
    pollNow: (key) => {
      const own = open.get(key);
      if (own) renew(own);
    },
    keyCount: () => open.size,
  };
}

function endTurn(own: Pick<Watched<unknown>, 'turn'>, outcome: Outcome): void {
  const { turn } = own;
  own.turn = Promise.withResolvers();
  turn.resolve(outcome);
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
