import { listenAt } from './event-iterator.ts';

/**
 * How an event reaches listeners who come late or read slowly: of `latest` only the newest is kept
 * (progress, states), `every` is never skipped (finished variants), `passing` neither, but is not
 * for those who come later (ticks), `final` ends the stream.
 */
export type Delivery = 'latest' | 'every' | 'passing' | 'final';

/** An event in its place among the others. */
export type Placed<T> = {
  readonly event: T;
  readonly delivery: Delivery;
  /** Counts the events of the stream, from 1. */
  readonly order: number;
};

/** One listener's place in a stream: no more than two positions in what the stream keeps. */
export type Seat<T> = {
  /**
   * The next event in order of arrival; null when there is none yet. The final one is there again
   * and again.
   *
   * @throws {SlowListenerError} the listener is further behind than what is kept.
   */
  readonly take: () => Placed<T> | null;
  /** Gives the seat up; the last one to leave stops the source. */
  readonly leave: () => void;
};

/** One source of events with many listeners. */
export type EventStream<T> = {
  /**
   * Takes a seat; the first one starts the source. `wake` is called when there may be something to
   * take, and must not throw: one loop wakes all, so a listener costs no promise for an event.
   */
  readonly join: (wake: () => void) => Seat<T>;
  /**
   * Joins as an iterator. A late listener gets what is kept at once, in order, then the rest; after
   * the end it gets the final event. Ends quietly when the signal fires.
   *
   * @throws {SlowListenerError} (from `next`) the listener is further behind than what is kept.
   */
  readonly listen: (signal?: AbortSignal) => AsyncIterableIterator<T, undefined>;
  readonly listeners: () => number;
  /** True while somebody who joins gets every event that is for late listeners. */
  readonly isWhole: () => boolean;
};

/** A listener is too far behind to get every event. */
export class SlowListenerError extends Error {
  override readonly name = 'SlowListenerError';
}

export type EventStreamOptions<T> = {
  /** Begins the events; the signal fires when the last listener has left. */
  readonly source: (signal: AbortSignal) => AsyncIterable<T>;
  readonly deliveryOf: (event: T) => Delivery;
  /** The final event that stands for a source that throws, or ends without a final event (`null`). */
  readonly failed: (error: unknown) => T;
  /** How many events that must not be skipped are kept for slow and late listeners. */
  readonly maxKept?: number;
  /** Told once: the final event, or null when everybody left before it. Nobody may join after null. */
  readonly onEnd?: (final: T | null) => void;
};

/**
 * Shares one source among any number of listeners. A thousand of them hold nothing of their own and
 * a slow one holds nobody up.
 */
export function createEventStream<T>(options: EventStreamOptions<T>): EventStream<T> {
  const { source, deliveryOf, failed, maxKept = 1024, onEnd } = options;
  const controller = new AbortController();
  const wakes = new Set<() => void>();
  const kept: Placed<T>[] = [];
  let dropped = 0;
  let isWhole = true;
  let latest: Placed<T> | null = null;
  let final: Placed<T> | null = null;
  let started = false;
  let order = 0;

  const isOver = () => final !== null || controller.signal.aborted;

  function keep(placed: Placed<T>): void {
    kept.push(placed);
    if (kept.length <= maxKept) return;
    if (kept.shift()?.delivery === 'every') isWhole = false;
    dropped += 1;
  }

  function push(event: T): void {
    order += 1;
    const placed: Placed<T> = { event, delivery: deliveryOf(event), order };
    if (placed.delivery === 'latest') latest = placed;
    else if (placed.delivery === 'final') final = placed;
    else keep(placed);
    for (const wake of wakes) wake();
    if (final) onEnd?.(event);
  }

  async function pump(): Promise<void> {
    try {
      for await (const event of source(controller.signal)) {
        if (isOver()) return;
        push(event);
        if (isOver()) return;
      }
      if (!isOver()) push(failed(null));
    } catch (error) {
      // A source that fails after everybody left is nobody's news.
      if (!isOver()) push(failed(error));
    }
  }

  function leave(wake: () => void): void {
    if (!wakes.delete(wake) || wakes.size > 0 || isOver()) return;
    controller.abort(new DOMException('nobody listens any more', 'AbortError'));
    onEnd?.(null);
  }

  function join(wake: () => void): Seat<T> {
    const own = () => wake();
    const first = kept.findIndex(({ delivery }) => delivery === 'every');
    const joinedAt = order;
    let position = dropped + (first < 0 ? kept.length : first);
    let seen = 0;

    /** The next of the events that must not be skipped; those that passed before are not for this seat. */
    function step(): Placed<T> | undefined {
      if (position < dropped) throw new SlowListenerError('the listener is too far behind');
      let next = kept[position - dropped];
      while (next?.delivery === 'passing' && next.order <= joinedAt) {
        position += 1;
        next = kept[position - dropped];
      }
      return next;
    }

    wakes.add(own);
    if (!started) {
      started = true;
      void pump();
    }
    return {
      take: () => {
        const next = step();
        const progress = latest !== null && latest.order > seen ? latest : null;
        if (next && (!progress || next.order < progress.order)) {
          position += 1;
          return next;
        }
        if (progress) {
          seen = progress.order;
          return progress;
        }
        return final;
      },
      leave: () => leave(own),
    };
  }

  return {
    join,
    listen: (signal) => listenAt(join, signal),
    listeners: () => wakes.size,
    isWhole: () => isWhole,
  };
}
