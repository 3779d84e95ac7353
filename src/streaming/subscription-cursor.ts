import type { EventDeliveryMode, EventStillValidCheck } from './subscribable-stream.ts';

/**
 * Position of one GraphQL subscription in its stream, and the retention of its events. SSE sends
 * the position as the event id; a client resumes with it as `Last-Event-ID`.
 */
export type SubscriptionCursor = {
  /** The position after which the client wants to resume; null for a new subscription. */
  readonly after: string | null;
  readonly setPosition: (position: string) => void;
  /** The last position set; null when the subscription sets none. */
  readonly position: () => string | null;
  /**
   * Sets the retention of this and later events. `isCurrent` tells whether the event may still be
   * sent to a new client; always when left out.
   */
  readonly setRetention: (retention: EventDeliveryMode, isCurrent?: EventStillValidCheck) => void;
  /** The retention set last; default `live`. */
  readonly retention: () => EventDeliveryMode;
  /** The check set last by `setRetention`. */
  readonly isStillValid: () => EventStillValidCheck;
};

/** Creates the cursor of a subscription; `after` is the client's `Last-Event-ID`. */
export function createSubscriptionCursor(after: string | null): SubscriptionCursor {
  let marked: string | null = null;
  let retention: EventDeliveryMode = 'live';
  let currency: EventStillValidCheck = always;
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
