/** What places a batch's ticks in time; all in seconds. */
export type TickSchedule = {
  /** Tick length, seconds. */
  readonly tickDuration: number;
  /** Joins and updates are refused in the last so many seconds of a tick. */
  readonly lockOffset: number;
  /** Absolute number, floor(unix / tickDuration), of the tick in which the batch was created. */
  readonly createdAtTick: number;
};

/** Returns the batch's running tick, counted from 0 at its creation. */
export function getTickAt(clock: TickSchedule, unixSeconds: number): number {
  return Math.floor(unixSeconds / clock.tickDuration) - clock.createdAtTick;
}

/** Returns the first second of batch tick `tick`, unix seconds. */
export function getTickStart(clock: TickSchedule, tick: number): number {
  return (clock.createdAtTick + tick) * clock.tickDuration;
}

/** Returns the first second after batch tick `tick`, unix seconds. */
export function getTickEnd(clock: TickSchedule, tick: number): number {
  return getTickStart(clock, tick + 1);
}

/**
 * Returns when a tick's bitmaps may be shown, unix seconds.
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

/** Returns whether joins and updates are refused at this second: the last `lockOffset` of a tick. */
export function isAfterLock(clock: TickSchedule, unixSeconds: number): boolean {
  return unixSeconds >= getTickEnd(clock, getTickAt(clock, unixSeconds)) - clock.lockOffset;
}
