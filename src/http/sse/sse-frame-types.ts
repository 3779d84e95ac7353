import type {
  EventDeliveryMode,
  EventStillValidCheck,
} from '../../streaming/subscribable-stream.ts';

/** The bytes of an encoded event; a large one in pieces, because joining them takes long. */
export type FrameBytes = Uint8Array | readonly Uint8Array[];

/** An encoded event. `deliveryMode` says whether late and slow subscribers still receive it. */
export type SseFrame = {
  readonly frame: FrameBytes;
  readonly deliveryMode: EventDeliveryMode;
  /** Whether new subscribers may still receive the event; always when omitted. */
  readonly isStillValid?: EventStillValidCheck;
};
