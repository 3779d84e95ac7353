/** Converts events to data that can be sent to other replicas, and back. */
export type EventCodec<E> = {
  /** Returns the event as data without functions or class instances. */
  readonly encode: (event: E) => unknown;
  /** Returns the event; null for data that is not an encoded event. */
  readonly decode: (data: unknown) => E | null;
};

/** A request for an event source that replicas share. */
export type SharedStreamRequest<E> = {
  /** Identifies the source; equal at all replicas. */
  readonly name: string;
  /** Starts the source in this replica. */
  readonly start: (signal: AbortSignal) => AsyncIterable<E>;
  /** Creates a codec for one consumer. It may have state, and has to get every event in order. */
  readonly createCodec: () => EventCodec<E>;
  readonly isTerminal: (event: E) => boolean;
  /** Whether the event must not be lost, because the next one does not replace it. */
  readonly isReplayed: (event: E) => boolean;
  /**
   * Creates a filter for one consumer. It is called with every event and returns whether the event
   * is new to that consumer; `isAnew` is set when the source has been restarted.
   */
  readonly createDeduplicator: () => (event: E, isAnew: boolean) => boolean;
  /** Whether events of a source that has just ended may be used instead of starting it again. */
  readonly acceptEnded: boolean;
  /** Fires when this replica has no subscriber left. */
  readonly signal: AbortSignal;
};

/**
 * Shares event sources between replicas. One replica runs the source and the others receive its
 * events; when that replica fails, another one restarts the source. While Redis is down each
 * replica runs its own source.
 */
export type SharedStreams = {
  /**
   * Returns the events of the source.
   *
   * @throws (from `next`) what the source throws, in this replica or in the one that runs it.
   */
  readonly shareStream: <E>(request: SharedStreamRequest<E>) => AsyncIterable<E>;
};
