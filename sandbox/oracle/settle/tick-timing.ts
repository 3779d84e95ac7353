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
export function getTickAt(schedule: TickSchedule, unixSeconds: number): number {
  return Math.floor(unixSeconds / schedule.tickDuration) - schedule.createdAtTick;
}

/** Returns the first second of a batch's tick, Unix seconds. */
export function getTickStart(schedule: TickSchedule, tick: number): number {
  return (schedule.createdAtTick + tick) * schedule.tickDuration;
}

/** Returns the first second after a batch's tick, Unix seconds. */
export function getTickEnd(schedule: TickSchedule, tick: number): number {
  return getTickStart(schedule, tick + 1);
}

/**
 * Returns the time from which a tick's bitmaps may be revealed, Unix seconds.
 *
 * deadline = (created_at_tick + tick_id + 1) · tick_duration + reveal window
 */
export function getRevealDeadline(
  schedule: TickSchedule,
  tick: number,
  windowSeconds: number,
): number {
  return getTickEnd(schedule, tick) + windowSeconds;
}

/**
 * Returns whether joins and updates are rejected at this time, which is in the last `lockOffset`
 * seconds of a tick.
 */
export function isLocked(schedule: TickSchedule, unixSeconds: number): boolean {
  return (
    unixSeconds >= getTickEnd(schedule, getTickAt(schedule, unixSeconds)) - schedule.lockOffset
  );
}
