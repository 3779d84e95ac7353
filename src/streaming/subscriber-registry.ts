/**
 * How an event reaches late or slow subscribers. `conflate`: only the newest is retained (progress,
 * states). `replay`: never skipped (finished variants). `live`: never skipped for current
 * subscribers, not sent to later ones (ticks). `terminal`: ends the stream.
 */
export type Retention = 'conflate' | 'replay' | 'live' | 'terminal';

/** Returns whether an event may still be sent to a new subscriber. */
export type StillValidCheck = () => boolean;

/** An event with its retention and sequence number. */
export type SequencedEvent<T> = {
  readonly event: T;
  readonly retention: Retention;
  /** Position in the stream, from 1. */
  readonly sequence: number;
};

/** The read position of one subscriber. Only the stream may change it; the owner passes it back. */
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

/** The stream interface that subscribers use. */
export type SubscriberRegistry<T> = {
  /**
   * Adds a subscriber; the first one starts the source. `wake` is called with `listener` when there
   * may be an event to take, and must not throw. Subscribers can share one `wake` function instead
   * of a closure each.
   */
  readonly subscribe: <L>(listener: L, wake: (listener: L) => void) => Subscriber;
  /**
   * Returns the subscriber's next event in order of arrival; null when there is none yet. After the
   * end it returns the terminal event on every call.
   *
   * @throws {SlowSubscriberError} the subscriber missed events that are no longer retained.
   */
  readonly takeNext: (subscriber: Subscriber) => SequencedEvent<T> | null;
  /** Removes a subscriber; removing the last one stops the source. */
  readonly unsubscribe: (subscriber: Subscriber) => void;
};
