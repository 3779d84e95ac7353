import type {
  Retention,
  SequencedEvent,
  Subscriber,
  SubscriberRegistry,
} from './subscriber-registry.ts';
import { toAsyncIterator } from './to-async-iterator.ts';

/** One source of events with many listeners. */
export type Broadcast<T> = SubscriberRegistry<T> & {
  /**
   * Joins as an iterator. A late listener gets what is kept at once, in order, then the rest; after
   * the end it gets the final event. Ends quietly when the signal fires.
   *
   * @throws {SlowListenerError} (from `next`) the listener is further behind than what is kept.
   */
  readonly iterate: (signal?: AbortSignal) => AsyncIterableIterator<T, undefined>;
  readonly subscriberCount: () => number;
  /** True while somebody who joins gets every event that is for late listeners, and none that is outdated. */
  readonly canJoin: () => boolean;
};

/** A listener is too far behind to get every event. */
export class SlowSubscriberError extends Error {
  override readonly name = 'SlowSubscriberError';
}

export type BroadcastOptions<T> = {
  /** Begins the events; the signal fires when the last listener has left. */
  readonly source: (signal: AbortSignal) => AsyncIterable<T>;
  readonly retentionOf: (event: T) => Retention;
  /** The final event that stands for a source that throws, or ends without a final event (`null`). */
  readonly toTerminalEvent: (error: unknown) => T;
  /** Whether the newest `conflate` event, if there is one, is for who comes; always when left out. */
  readonly isLatestValid?: (latest: T | undefined) => boolean;
  /** How many events that must not be skipped are kept for slow and late listeners. */
  readonly maxReplayed?: number;
  /** Told once: the final event, or null when everybody left before it. Nobody may join after null. */
  readonly onEnd?: (final: T | null) => void;
};

/**
 * Shares one source among any number of listeners. A thousand of them hold nothing of their own and
 * a slow one holds nobody up.
 */
export function createBroadcast<T>(options: BroadcastOptions<T>): Broadcast<T> {
  const {
    source,
    retentionOf,
    toTerminalEvent,
    isLatestValid,
    maxReplayed = 1024,
    onEnd,
  } = options;
  const controller = new AbortController();
  const subscribers = new Set<Subscriber>();
  const replayed: SequencedEvent<T>[] = [];
  let dropped = 0;
  let canJoin = true;
  let latest: SequencedEvent<T> | null = null;
  let final: SequencedEvent<T> | null = null;
  let started = false;
  let order = 0;

  const isOver = () => final !== null || controller.signal.aborted;

  function addReplayed(sequenced: SequencedEvent<T>): void {
    replayed.push(sequenced);
    if (replayed.length <= maxReplayed) return;
    if (replayed.shift()?.retention === 'replay') canJoin = false;
    dropped += 1;
  }

  function push(event: T): void {
    order += 1;
    const sequenced: SequencedEvent<T> = { event, retention: retentionOf(event), sequence: order };
    if (sequenced.retention === 'conflate') latest = sequenced;
    else if (sequenced.retention === 'terminal') final = sequenced;
    else addReplayed(sequenced);
    for (const subscriber of subscribers) subscriber.wake(subscriber.listener as never);
    if (final) onEnd?.(event);
  }

  async function pump(): Promise<void> {
    try {
      for await (const event of source(controller.signal)) {
        if (isOver()) return;
        push(event);
        if (isOver()) return;
      }
      if (!isOver()) push(toTerminalEvent(null));
    } catch (error) {
      // A source that fails after everybody left is nobody's news.
      if (!isOver()) push(toTerminalEvent(error));
    }
  }

  function unsubscribe(subscriber: Subscriber): void {
    if (!subscribers.delete(subscriber) || subscribers.size > 0 || isOver()) return;
    controller.abort(new DOMException('nobody listens any more', 'AbortError'));
    onEnd?.(null);
  }

  function subscribe<L>(listener: L, wake: (listener: L) => void): Subscriber {
    const first = replayed.findIndex(({ retention }) => retention === 'replay');
    const position = dropped + (first < 0 ? replayed.length : first);
    const subscriber = { listener, wake, joinedAt: order, position, lastConflated: 0 };
    subscribers.add(subscriber);
    if (!started) {
      started = true;
      void pump();
    }
    return subscriber;
  }

  /** The next of the events that must not be skipped; those that passed before are not for this seat. */
  function nextReplayed(subscriber: Subscriber): SequencedEvent<T> | undefined {
    if (subscriber.position < dropped)
      throw new SlowSubscriberError('the listener is too far behind');
    let next = replayed[subscriber.position - dropped];
    while (next?.retention === 'live' && next.sequence <= subscriber.joinedAt) {
      subscriber.position += 1;
      next = replayed[subscriber.position - dropped];
    }
    return next;
  }

  function takeNext(subscriber: Subscriber): SequencedEvent<T> | null {
    const step = nextReplayed(subscriber);
    const progress = latest !== null && latest.sequence > subscriber.lastConflated ? latest : null;
    if (step && (!progress || step.sequence < progress.sequence)) {
      subscriber.position += 1;
      return step;
    }
    if (!progress) return final;
    subscriber.lastConflated = progress.sequence;
    return progress;
  }

  const stream: Broadcast<T> = {
    subscribe,
    takeNext,
    unsubscribe,
    iterate: (signal) => toAsyncIterator(stream, signal),
    subscriberCount: () => subscribers.size,
    canJoin: () => canJoin && (isLatestValid?.(latest?.event) ?? true),
  };
  return stream;
}
