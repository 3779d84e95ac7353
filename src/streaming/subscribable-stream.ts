/**
 * Which events late or slow subscribers get. `conflate`: only the newest (progress, states).
 * `replay`: all, also earlier ones (finished variants). `live`: all since subscribing (ticks).
 * `terminal`: ends the stream.
 */
export type EventDeliveryMode = 'conflate' | 'replay' | 'live' | 'terminal';

/** Returns whether an event is still true, so that it may be sent to a new subscriber. */
export type EventStillValidCheck = () => boolean;

/** An event with its delivery mode and sequence number. */
export type SequencedEvent<T> = {
  readonly event: T;
  readonly deliveryMode: EventDeliveryMode;
  readonly sequence: number;
};

/** One subscriber and its read position, which only the stream changes. */
export type Subscriber = {
  readonly listener: unknown;
  readonly wake: (listener: never) => void;
  /** The sequence number of the newest event at the time of subscribing. */
  readonly joinedAt: number;
  /** Index of the next `replay` or `live` event. */
  position: number;
  /** Sequence number of the last `conflate` event that was taken. */
  lastConflated: number;
};

/** A stream whose subscribers are notified of events and take them one at a time. */
export type SubscribableStream<T> = {
  /**
   * Adds a subscriber; the first one starts the source. `wake` is called with `listener` when there
   * may be an event to take, and must not throw.
   */
  readonly subscribe: <L>(listener: L, wake: (listener: L) => void) => Subscriber;
  /**
   * Returns the subscriber's next event, or null. After the end it returns the terminal event.
   *
   * @throws {SlowSubscriberError} the subscriber missed events that are no longer retained.
   */
  readonly takeNext: (subscriber: Subscriber) => SequencedEvent<T> | null;
  /** Removes a subscriber; removing the last one stops the source. */
  readonly unsubscribe: (subscriber: Subscriber) => void;
};
