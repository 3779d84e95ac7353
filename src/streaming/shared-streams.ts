/** How events of a source travel between replicas. */
export type EventCodec<E> = {
  /** The event as plain data. */
  readonly encode: (event: E) => unknown;
  /** The event again; null for data that is none. */
  readonly decode: (data: unknown) => E | null;
};

/** One source of events that several replicas want. */
export type SharedStreamRequest<E> = {
  /** The same at every replica, and of nothing else. */
  readonly name: string;
  /** Begins the source in this replica. */
  readonly start: (signal: AbortSignal) => AsyncIterable<E>;
  /** A wire for one consumer of the events, who gets all of them. */
  readonly createCodec: () => EventCodec<E>;
  readonly isTerminal: (event: E) => boolean;
  /** Whether one that is not told matters, because the next one does not replace it. */
  readonly isReplayed: (event: E) => boolean;
  /**
   * For one consumer: tells which events of a source that was begun anew are news to who knows those
   * before. It is shown every event.
   */
  readonly createDeduplicator: () => (event: E, isAnew: boolean) => boolean;
  /** Whether a source that has just ended will do. */
  readonly acceptEnded: boolean;
  /** Fires when nobody in this replica wants the events any more. */
  readonly signal: AbortSignal;
};

/**
 * Lets replicas share sources of events: one begins, the others follow; when it dies one of them begins
 * anew. Without the others' help each begins for itself.
 */
export type SharedStreams = {
  /** @throws (from `next`) what the source throws, here or at the replica that has begun it. */
  readonly shareStream: <E>(request: SharedStreamRequest<E>) => AsyncIterable<E>;
};
