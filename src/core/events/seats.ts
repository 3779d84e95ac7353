/**
 * How an event reaches listeners who come late or read slowly: of `latest` only the newest is kept
 * (progress, states), `every` is never skipped (finished variants), `passing` neither, but is not
 * for those who come later (ticks), `final` ends the stream.
 */
export type Delivery = 'latest' | 'every' | 'passing' | 'final';

/** Tells whether something may still be told to who comes. */
export type IsCurrent = () => boolean;

/** An event in its place among the others. */
export type Placed<T> = {
  readonly event: T;
  readonly delivery: Delivery;
  /** Counts the events of the stream, from 1. */
  readonly order: number;
};

/**
 * One listener's place in a stream: two positions in what the stream keeps. Whoever holds it hands
 * it back to the stream and changes nothing in it.
 */
export type Seat = {
  readonly listener: unknown;
  readonly wake: (listener: never) => void;
  /** How many events had come before. */
  readonly joinedAt: number;
  /** Where the next of the events is that must not be skipped. */
  position: number;
  /** The order of the newest progress that was taken. */
  seen: number;
};

/** Where listeners take their places in a stream. */
export type Seats<T> = {
  /**
   * Takes a seat; the first one starts the source. `wake` is called when there may be something to
   * take, and must not throw. One loop wakes all with one function over plain records: a listener
   * costs neither a promise nor a closure.
   */
  readonly join: <L>(listener: L, wake: (listener: L) => void) => Seat;
  /**
   * The next event for a seat, in order of arrival; null when there is none yet. The final one is
   * there again and again.
   *
   * @throws {SlowListenerError} the listener is further behind than what is kept.
   */
  readonly take: (seat: Seat) => Placed<T> | null;
  /** Gives a seat up; the last one to leave stops the source. */
  readonly leave: (seat: Seat) => void;
};
