import type { Delivery, IsCurrent } from '../../core/events/seats.ts';

/** An event as its bytes, and how they reach readers who come late or are slow. */
export type Told = {
  readonly frame: Uint8Array;
  readonly delivery: Delivery;
  /** Until when somebody who comes may be told it; for ever when left out. */
  readonly isCurrent?: IsCurrent;
};
