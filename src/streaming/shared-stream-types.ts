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
  /** Starts the source. The given signal carries the request's trace. */
  readonly start: (signal: AbortSignal) => AsyncIterable<E>;
  /** Creates a codec for one consumer. It may have state, and has to get every event in order. */
  readonly createCodec: () => EventCodec<E>;
  readonly isTerminal: (event: E) => boolean;
  /** Whether the event must not be lost, because the next one does not replace it. */
  readonly isReplayed: (event: E) => boolean;
  /**
   * Creates a filter for one consumer that returns whether an event is new to it. `isAnew` is set
   * when the source has been restarted.
   */
  readonly createDeduplicator: () => (event: E, isAnew: boolean) => boolean;
  /** Whether events of a source that has just ended may be used instead of starting it again. */
  readonly acceptEnded: boolean;
  /** Fires when this replica has no subscriber left. */
  readonly signal: AbortSignal;
};

/**
 * Shares event sources between replicas: one runs a source, the others receive its events and
 * restart it when that replica fails. Without Redis each replica runs its own.
 */
export type SharedStreams = {
  /** Returns the events of the source; `next` throws what the source throws. */
  readonly shareStream: <E>(request: SharedStreamRequest<E>) => AsyncIterable<E>;
};
