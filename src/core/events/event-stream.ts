import { listenTo } from './event-iterator.ts';
import type { Delivery, Placed, Seat, Seats } from './seats.ts';

/** One source of events with many listeners. */
export type EventStream<T> = Seats<T> & {
  /**
   * Joins as an iterator. A late listener gets what is kept at once, in order, then the rest; after
   * the end it gets the final event. Ends quietly when the signal fires.
   *
   * @throws {SlowListenerError} (from `next`) the listener is further behind than what is kept.
   */
  readonly listen: (signal?: AbortSignal) => AsyncIterableIterator<T, undefined>;
  readonly listeners: () => number;
  /** True while somebody who joins gets every event that is for late listeners, and none that is outdated. */
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
  /** Whether the newest `latest` event, if there is one, is for who comes; always when left out. */
  readonly isCurrent?: (latest: T | undefined) => boolean;
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
  const { source, deliveryOf, failed, isCurrent, maxKept = 1024, onEnd } = options;
  const controller = new AbortController();
  const seats = new Set<Seat>();
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
    for (const seat of seats) seat.wake(seat.listener as never);
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

  function leave(seat: Seat): void {
    if (!seats.delete(seat) || seats.size > 0 || isOver()) return;
    controller.abort(new DOMException('nobody listens any more', 'AbortError'));
    onEnd?.(null);
  }

  function join<L>(listener: L, wake: (listener: L) => void): Seat {
    const first = kept.findIndex(({ delivery }) => delivery === 'every');
    const position = dropped + (first < 0 ? kept.length : first);
    const seat = { listener, wake, joinedAt: order, position, seen: 0 };
    seats.add(seat);
    if (!started) {
      started = true;
      void pump();
    }
    return seat;
  }

  /** The next of the events that must not be skipped; those that passed before are not for this seat. */
  function stepOf(seat: Seat): Placed<T> | undefined {
    if (seat.position < dropped) throw new SlowListenerError('the listener is too far behind');
    let next = kept[seat.position - dropped];
    while (next?.delivery === 'passing' && next.order <= seat.joinedAt) {
      seat.position += 1;
      next = kept[seat.position - dropped];
    }
    return next;
  }

  function take(seat: Seat): Placed<T> | null {
    const step = stepOf(seat);
    const progress = latest !== null && latest.order > seat.seen ? latest : null;
    if (step && (!progress || step.order < progress.order)) {
      seat.position += 1;
      return step;
    }
    if (!progress) return final;
    seat.seen = progress.order;
    return progress;
  }

  const stream: EventStream<T> = {
    join,
    take,
    leave,
    listen: (signal) => listenTo(stream, signal),
    listeners: () => seats.size,
    isWhole: () => isWhole && (isCurrent?.(latest?.event) ?? true),
  };
  return stream;
}
