/** The values that determine the times of a batch's ticks. */
export type TickSchedule = {
  /** Tick length, seconds. */
  readonly tickDuration: number;
  /** Joins and updates are rejected in this many last seconds of a tick. */
  readonly lockOffset: number;
  /** Absolute number floor(unix / tickDuration) of the tick in which the batch was created. */
  readonly createdAtTick: number;
};

/** Returns the batch's tick at a time, counted from 0 at its creation. */
export function getTickAt(clock: TickSchedule, unixSeconds: number): number {
  return Math.floor(unixSeconds / clock.tickDuration) - clock.createdAtTick;
}

/** Returns the first second of a batch's tick, Unix seconds. */
export function getTickStart(clock: TickSchedule, tick: number): number {
  return (clock.createdAtTick + tick) * clock.tickDuration;
}

/** Returns the first second after a batch's tick, Unix seconds. */
export function getTickEnd(clock: TickSchedule, tick: number): number {
  return getTickStart(clock, tick + 1);
}

/**
 * Returns the time from which a tick's bitmaps may be revealed, Unix seconds.
 *
 * deadline = (created_at_tick + tick_id + 1) · tick_duration + reveal window
 */
export function getRevealDeadline(
  clock: TickSchedule,
  tick: number,
  windowSeconds: number,
): number {
  return getTickEnd(clock, tick) + windowSeconds;
}

/**
 * Returns whether joins and updates are rejected at this time, which is in the last `lockOffset`
 * seconds of a tick.
 */
export function isLocked(clock: TickSchedule, unixSeconds: number): boolean {
  return unixSeconds >= getTickEnd(clock, getTickAt(clock, unixSeconds)) - clock.lockOffset;
}
