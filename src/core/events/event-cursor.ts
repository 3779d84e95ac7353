import type { Delivery } from './seats.ts';

/**
 * Where one subscription takes up its events, and how far it has come. A subscription that can be
 * resumed marks each event with a position; the transport sends it as the event's id and gets it
 * back as `Last-Event-ID`.
 */
export type EventCursor = {
  /** The position after which the client wants to go on; null for a new subscription. */
  readonly after: string | null;
  /** Names the position of the event that is delivered next. */
  readonly mark: (position: string) => void;
  /** The last position marked; null when the subscription marks none. */
  readonly position: () => string | null;
  /**
   * Says how this event and those after it reach clients who share the subscription, and come late
   * or read slowly.
   */
  readonly deliver: (delivery: Delivery) => void;
  /** What was said last; `passing` when nothing was. */
  readonly delivery: () => Delivery;
};

/** @param after - What the client sent as `Last-Event-ID`. */
export function createEventCursor(after: string | null): EventCursor {
  let marked: string | null = null;
  let delivery: Delivery = 'passing';
  return {
    after,
    mark: (position) => {
      marked = position;
    },
    position: () => marked,
    deliver: (kind) => {
      delivery = kind;
    },
    delivery: () => delivery,
  };
}
