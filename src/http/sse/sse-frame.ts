import type { Retention, StillValidCheck } from '../../streaming/subscriber-registry.ts';

/** An event as its bytes, and how they reach readers who come late or are slow. */
export type SseFrame = {
  readonly frame: Uint8Array;
  readonly retention: Retention;
  /** Until when somebody who comes may be told it; for ever when left out. */
  readonly isStillValid?: StillValidCheck;
};
