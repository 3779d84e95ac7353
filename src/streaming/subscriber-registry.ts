/**
 * How an event reaches listeners who come late or read slowly: of `conflate` only the newest is kept
 * (progress, states), `replay` is never skipped (finished variants), `live` neither, but is not
 * for those who come later (ticks), `terminal` ends the stream.
 */
export type Retention = 'conflate' | 'replay' | 'live' | 'terminal';

/** Tells whether something may still be told to who comes. */
export type StillValidCheck = () => boolean;

/** An event in its place among the others. */
export type SequencedEvent<T> = {
  readonly event: T;
  readonly retention: Retention;
  /** Counts the events of the stream, from 1. */
  readonly sequence: number;
};

/**
 * One listener's place in a stream: two positions in what the stream keeps. Whoever holds it hands
 * it back to the stream and changes nothing in it.
 */
export type Subscriber = {
  readonly listener: unknown;
  readonly wake: (listener: never) => void;
  /** How many events had come before. */
  readonly joinedAt: number;
  /** Where the next of the events is that must not be skipped. */
  position: number;
  /** The order of the newest progress that was taken. */
  lastConflated: number;
};

/** Where listeners take their places in a stream. */
export type SubscriberRegistry<T> = {
  /**
   * Takes a seat; the first one starts the source. `wake` is called when there may be something to
   * take, and must not throw. One loop wakes all with one function over plain records: a listener
   * costs neither a promise nor a closure.
   */
  readonly subscribe: <L>(listener: L, wake: (listener: L) => void) => Subscriber;
  /**
   * The next event for a seat, in order of arrival; null when there is none yet. The final one is
   * there again and again.
   *
   * @throws {SlowListenerError} the listener is further behind than what is kept.
   */
  readonly takeNext: (subscriber: Subscriber) => SequencedEvent<T> | null;
  /** Gives a seat up; the last one to leave stops the source. */
  readonly unsubscribe: (subscriber: Subscriber) => void;
};
