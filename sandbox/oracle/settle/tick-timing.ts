/** What places a batch's ticks in time; all in seconds. */
export type TickClock = {
  /** Tick length, seconds. */
  readonly tickDuration: number;
  /** Joins and updates are refused in the last so many seconds of a tick. */
  readonly lockOffset: number;
  /** Absolute number, floor(unix / tickDuration), of the tick in which the batch was created. */
  readonly createdAtTick: number;
};

/** Returns the batch's running tick, counted from 0 at its creation. */
export function tickAt(clock: TickClock, unixSeconds: number): number {
  return Math.floor(unixSeconds / clock.tickDuration) - clock.createdAtTick;
}

/** Returns the first second of batch tick `tick`, unix seconds. */
export function tickStart(clock: TickClock, tick: number): number {
  return (clock.createdAtTick + tick) * clock.tickDuration;
}

/** Returns the first second after batch tick `tick`, unix seconds. */
export function tickEnd(clock: TickClock, tick: number): number {
  return tickStart(clock, tick + 1);
}

/**
 * Returns when a tick's bitmaps may be shown, unix seconds.
 *
 * deadline = (created_at_tick + tick_id + 1) · tick_duration + reveal window
 */
export function revealDeadline(clock: TickClock, tick: number, windowSeconds: number): number {
  return tickEnd(clock, tick) + windowSeconds;
}

/** Returns whether joins and updates are refused at this second: the last `lockOffset` of a tick. */
export function isAfterLock(clock: TickClock, unixSeconds: number): boolean {
  return unixSeconds >= tickEnd(clock, tickAt(clock, unixSeconds)) - clock.lockOffset;
}
