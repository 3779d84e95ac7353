import type { EventDeliveryMode, EventStillValidCheck } from './subscribable-stream.ts';

/**
 * Position of one GraphQL subscription in its stream, and the delivery mode of its events. SSE sends
 * the position as the event id; a client resumes with it as `Last-Event-ID`.
 */
export type SubscriptionCursor = {
  /** The position after which the client wants to resume; null for a new subscription. */
  readonly after: string | null;
  readonly setPosition: (position: string) => void;
  /** The last position set; null when the subscription sets none. */
  readonly position: () => string | null;
  /**
   * Sets the delivery mode of this and later events. `isCurrent` tells whether the event may still
   * be sent to a new client; always when left out.
   */
  readonly setDeliveryMode: (
    deliveryMode: EventDeliveryMode,
    isCurrent?: EventStillValidCheck,
  ) => void;
  /** The delivery mode set last; default `live`. */
  readonly deliveryMode: () => EventDeliveryMode;
  /** The check set last by `setDeliveryMode`. */
  readonly isStillValid: () => EventStillValidCheck;
};

/** Creates the cursor of a subscription; `after` is the client's `Last-Event-ID`. */
export function createSubscriptionCursor(after: string | null): SubscriptionCursor {
  let marked: string | null = null;
  let deliveryMode: EventDeliveryMode = 'live';
  let currency: EventStillValidCheck = always;
  return {
    after,
    setPosition: (position) => {
      marked = position;
    },
    position: () => marked,
    setDeliveryMode: (kind, isCurrent = always) => {
      deliveryMode = kind;
      currency = isCurrent;
    },
    deliveryMode: () => deliveryMode,
    isStillValid: () => currency,
  };
}

const always = () => true;
