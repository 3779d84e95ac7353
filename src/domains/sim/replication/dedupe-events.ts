import type { SimulationEvent } from '../simulation-events.ts';

/**
 * Creates a filter for one subscriber of a run or sweep. After another replica has restarted the
 * computation (`isAnew`), it returns false for events that the subscriber has received.
 */
export function createDuplicateEventFilter(): (event: SimulationEvent, isAnew: boolean) => boolean {
  const done = new Set<number>();
  /** The progress of each variant; that of a run has the key undefined. */
  const reached = new Map<number | undefined, number>();
  return (event, isAnew) => {
    switch (event.type) {
      case 'open':
        return !isAnew;
      case 'progress': {
        const index = 'variant_index' in event ? event.variant_index : undefined;
        const before = reached.get(index) ?? -1;
        const isOver = index !== undefined && done.has(index);
        if (isAnew && (isOver || event.pct <= before)) return false;
        reached.set(index, Math.max(before, event.pct));
        return true;
      }
      case 'variant_done':
      case 'variant_error': {
        const isKnown = done.has(event.variant_index);
        done.add(event.variant_index);
        return !(isAnew && isKnown);
      }
      default:
        return true;
    }
  };
}
