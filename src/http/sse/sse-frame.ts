import type { Retention, StillValidCheck } from '../../streaming/subscriber-registry.ts';

/** An encoded event with its retention for late and slow subscribers. */
export type SseFrame = {
  readonly frame: Uint8Array;
  readonly retention: Retention;
  /** Whether new subscribers may still receive the event; always when omitted. */
  readonly isStillValid?: StillValidCheck;
};
