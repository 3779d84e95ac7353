/** How events of a source travel between replicas. */
export type EventWire<E> = {
  /** The event as plain data. */
  readonly pack: (event: E) => unknown;
  /** The event again; null for data that is none. */
  readonly unpack: (data: unknown) => E | null;
};

/** One source of events that several replicas want. */
export type SourceRequest<E> = {
  /** The same at every replica, and of nothing else. */
  readonly name: string;
  /** Begins the source in this replica. */
  readonly begin: (signal: AbortSignal) => AsyncIterable<E>;
  /** A wire for one consumer of the events, who gets all of them. */
  readonly createWire: () => EventWire<E>;
  readonly isFinal: (event: E) => boolean;
  /** Whether one that is not told matters, because the next one does not replace it. */
  readonly isLasting: (event: E) => boolean;
  /**
   * For one consumer: tells which events of a source that was begun anew are news to who knows those
   * before. It is shown every event.
   */
  readonly createMemory: () => (event: E, isAnew: boolean) => boolean;
  /** Whether a source that has just ended will do. */
  readonly orEnded: boolean;
  /** Fires when nobody in this replica wants the events any more. */
  readonly signal: AbortSignal;
};

/**
 * Lets replicas share sources of events: one begins, the others follow; when it dies one of them begins
 * anew. Without the others' help each begins for itself.
 */
export type SharedSources = {
  /** @throws (from `next`) what the source throws, here or at the replica that has begun it. */
  readonly share: <E>(request: SourceRequest<E>) => AsyncIterable<E>;
};
