/** Encodes events for other replicas. */
export type EventCodec<E> = {
  /** Returns the event as plain data. */
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
  /** Creates a codec for one consumer; it has to see every event in order. */
  readonly createCodec: () => EventCodec<E>;
  readonly isTerminal: (event: E) => boolean;
  /** Whether the event must not be lost, because the next one does not replace it. */
  readonly isReplayed: (event: E) => boolean;
  /**
   * Creates a filter for one consumer. It is called with every event and returns whether the event
   * is new to that consumer; `isAnew` is set when the source has been restarted.
   */
  readonly createDeduplicator: () => (event: E, isAnew: boolean) => boolean;
  /** Whether a source that has just ended may be used. */
  readonly acceptEnded: boolean;
  /** Fires when this replica has no subscriber left. */
  readonly signal: AbortSignal;
};

/**
 * Shares event sources between replicas. One replica runs the source and the others follow it; when
 * it fails, another one restarts the source. Without a connection to the others each replica runs
 * its own source.
 */
export type SharedStreams = {
  /** @throws (from `next`) what the source throws, in this replica or in the one that runs it. */
  readonly shareStream: <E>(request: SharedStreamRequest<E>) => AsyncIterable<E>;
};
