import { createAsyncIterator, iterationEnd } from './create-async-iterator.ts';
import type {
  EventDeliveryMode,
  SequencedEvent,
  SubscribableStream,
  Subscriber,
} from './subscribable-stream.ts';

/** One event source that is read once and sent to many subscribers. */
export type Broadcast<T> = SubscribableStream<T> & {
  /**
   * Subscribes and returns an iterator of the events, which begins with the retained ones
   * (`EventDeliveryMode`). It ends without an error when the signal fires.
   *
   * @throws {SlowSubscriberError} (from `next`) the subscriber missed events that are no longer
   * retained.
   */
  readonly iterate: (signal?: AbortSignal) => AsyncIterableIterator<T, undefined>;
  readonly subscriberCount: () => number;
  /** Whether a new subscriber would get all `replay` events and no outdated `conflate` event. */
  readonly canJoin: () => boolean;
};

/** A subscriber read so slowly that it missed events, which are no longer retained. */
export class SlowSubscriberError extends Error {
  override readonly name = 'SlowSubscriberError';
}

export type BroadcastOptions<T> = {
  /** Starts the source; the signal fires when the last subscriber has unsubscribed. */
  readonly source: (signal: AbortSignal) => AsyncIterable<T>;
  readonly deliveryModeOf: (event: T) => EventDeliveryMode;
  /** Creates the terminal event when the source throws, or ends without one (`null`). */
  readonly toTerminalEvent: (error: unknown) => T;
  /** Whether the newest `conflate` event may be sent to a new subscriber; always when left out. */
  readonly isLatestValid?: (latest: T | undefined) => boolean;
  /** Retained `replay` and `live` events for slow and late subscribers; default 1024. */
  readonly maxReplayed?: number;
  /** Called with the terminal event, or with null after the last subscriber has unsubscribed. */
  readonly onEnd?: (final: T | null) => void;
};

/**
 * Creates a broadcast. The source starts with the first subscriber and is aborted when the last one
 * leaves. A slow subscriber does not delay the others; it gets a `SlowSubscriberError` when events
 * that it has not read are dropped.
 */
export function createBroadcast<T>(options: BroadcastOptions<T>): Broadcast<T> {
  const {
    source,
    deliveryModeOf,
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

  /** Drops the oldest `live` events that all subscribers have taken; later subscribers get none. */
  function dropTakenEvents(): void {
    if (replayed[0]?.deliveryMode !== 'live') return;
    let taken = Number.POSITIVE_INFINITY;
    for (const { position } of subscribers) taken = Math.min(taken, position - dropped);
    let count = 0;
    while (count < taken && replayed[count]?.deliveryMode === 'live') count += 1;
    replayed.splice(0, count);
    dropped += count;
  }

  function addReplayed(sequenced: SequencedEvent<T>): void {
    dropTakenEvents();
    replayed.push(sequenced);
    if (replayed.length <= maxReplayed) return;
    if (replayed.shift()?.deliveryMode === 'replay') canJoin = false;
    dropped += 1;
  }

  function push(event: T): void {
    order += 1;
    const sequenced: SequencedEvent<T> = {
      event,
      deliveryMode: deliveryModeOf(event),
      sequence: order,
    };
    if (sequenced.deliveryMode === 'conflate') latest = sequenced;
    else if (sequenced.deliveryMode === 'terminal') final = sequenced;
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
      if (!isOver()) push(toTerminalEvent(error));
    }
  }

  function unsubscribe(subscriber: Subscriber): void {
    if (!subscribers.delete(subscriber) || subscribers.size > 0 || isOver()) return;
    controller.abort(new DOMException('the last subscriber has disconnected', 'AbortError'));
    onEnd?.(null);
  }

  function subscribe<L>(listener: L, wake: (listener: L) => void): Subscriber {
    const first = replayed.findIndex(({ deliveryMode }) => deliveryMode === 'replay');
    const position = dropped + (first < 0 ? replayed.length : first);
    const subscriber = { listener, wake, joinedAt: order, position, lastConflated: 0 };
    subscribers.add(subscriber);
    if (!started) {
      started = true;
      void pump();
    }
    return subscriber;
  }

  function nextReplayed(subscriber: Subscriber): SequencedEvent<T> | undefined {
    if (subscriber.position < dropped)
      throw new SlowSubscriberError('the listener is too far behind');
    let next = replayed[subscriber.position - dropped];
    while (next?.deliveryMode === 'live' && next.sequence <= subscriber.joinedAt) {
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

/** Returns a stream's events; ends after the terminal event, on the signal, or with `return`. */
function toAsyncIterator<T>(
  stream: SubscribableStream<T>,
  signal: AbortSignal | undefined,
): AsyncIterableIterator<T, undefined> {
  const waiting: PromiseWithResolvers<IteratorResult<T, undefined>>[] = [];
  let ended = false;

  const subscriber = stream.subscribe(waiting, () => {
    while (waiting[0] && serve(waiting[0])) waiting.shift();
  });

  function end(): void {
    if (ended) return;
    ended = true;
    signal?.removeEventListener('abort', end);
    stream.unsubscribe(subscriber);
    for (const one of waiting.splice(0)) one.resolve(iterationEnd);
  }

  function serve(one: PromiseWithResolvers<IteratorResult<T, undefined>>): boolean {
    try {
      const next = stream.takeNext(subscriber);
      if (!next) return false;
      one.resolve({ value: next.event, done: false });
      if (next.deliveryMode === 'terminal') end();
    } catch (error) {
      one.reject(error);
      end();
    }
    return true;
  }

  if (signal?.aborted) end();
  else signal?.addEventListener('abort', end, { once: true });

  return createAsyncIterator<T>(() => {
    if (ended) return Promise.resolve(iterationEnd);
    const one = Promise.withResolvers<IteratorResult<T, undefined>>();
    if (waiting.length > 0 || !serve(one)) waiting.push(one);
    return one.promise;
  }, end);
}
