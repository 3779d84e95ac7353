import type { Retention, StillValidCheck } from './subscriber-registry.ts';

/**
 * Where one subscription takes up its events, and how far it has come. A subscription that can be
 * resumed marks each event with a position; the transport sends it as the event's id and gets it
 * back as `Last-Event-ID`.
 */
export type EventCursor = {
  /** The position after which the client wants to go on; null for a new subscription. */
  readonly after: string | null;
  /** Names the position of the event that is delivered next. */
  readonly setPosition: (position: string) => void;
  /** The last position marked; null when the subscription marks none. */
  readonly position: () => string | null;
  /**
   * Says how this event and those after it reach clients who share the subscription, and come late
   * or read slowly.
   *
   * @param isCurrent - Tells for how long somebody who comes may be told it; for ever when left out.
   */
  readonly setRetention: (retention: Retention, isCurrent?: StillValidCheck) => void;
  /** What was said last; `live` when nothing was. */
  readonly retention: () => Retention;
  /** The same of how long it may be told. */
  readonly isStillValid: () => StillValidCheck;
};

/** @param after - What the client sent as `Last-Event-ID`. */
export function createEventCursor(after: string | null): EventCursor {
  let marked: string | null = null;
  let retention: Retention = 'live';
  let currency: StillValidCheck = always;
  return {
    after,
    setPosition: (position) => {
      marked = position;
    },
    position: () => marked,
    setRetention: (kind, isCurrent = always) => {
      retention = kind;
      currency = isCurrent;
    },
    retention: () => retention,
    isStillValid: () => currency,
  };
}

const always = () => true;
