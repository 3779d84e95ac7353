import type { Millis } from '../../../core/units.ts';
import type { TickEntry } from '../oracle/shapes.ts';

/** A tick by its number and the time of its resolution, null where that is not known. */
export type TickPlace = Pick<TickEntry, 'tick_id' | 'resolved_at'>;

/** An oracle that was away may resolve earlier ticks so much later than the others resolved theirs. */
const catchingUp: Millis = 60_000;

/** Whether a tick comes after another one: by its number or, on a chain that was started anew, by its time. */
export function comesAfter(tick: TickPlace, other: TickPlace, margin: Millis = 0): boolean {
  if (tick.tick_id >= other.tick_id) return tick.tick_id > other.tick_id;
  if (tick.resolved_at === null || other.resolved_at === null) return false;
  return Date.parse(tick.resolved_at) - Date.parse(other.resolved_at) > margin;
}

/** The ticks of a history, newest first, that come after one; another oracle may know less than told it. */
export function ticksSince(
  tick: TickPlace | undefined,
  history: readonly TickEntry[],
): readonly TickEntry[] {
  const [newest] = history;
  if (tick === undefined || newest === undefined) return history;
  return comesAfter(newest, tick, catchingUp)
    ? history.filter((entry) => comesAfter(entry, tick))
    : [];
}
