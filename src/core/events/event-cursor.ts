import type { Delivery, IsCurrent } from './seats.ts';

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
   *
   * @param isCurrent - Tells for how long somebody who comes may be told it; for ever when left out.
   */
  readonly deliver: (delivery: Delivery, isCurrent?: IsCurrent) => void;
  /** What was said last; `passing` when nothing was. */
  readonly delivery: () => Delivery;
  /** The same of how long it may be told. */
  readonly currency: () => IsCurrent;
};

/** @param after - What the client sent as `Last-Event-ID`. */
export function createEventCursor(after: string | null): EventCursor {
  let marked: string | null = null;
  let delivery: Delivery = 'passing';
  let currency: IsCurrent = always;
  return {
    after,
    mark: (position) => {
      marked = position;
    },
    position: () => marked,
    deliver: (kind, isCurrent = always) => {
      delivery = kind;
      currency = isCurrent;
    },
    delivery: () => delivery,
    currency: () => currency,
  };
}

const always = () => true;
