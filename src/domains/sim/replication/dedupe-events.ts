import type { RunEvent, SweepEvent } from '../simulation-events.ts';

/**
 * Creates a filter for one subscriber of a run. After another replica has restarted the run
 * (`isAnew`), it returns false for events that the subscriber has received.
 */
export function createDuplicateEventFilter(): (event: RunEvent, isAnew: boolean) => boolean {
  let reached = -1;
  return (event, isAnew) => {
    if (event.type === 'open') return !isAnew;
    if (event.type !== 'progress') return true;
    if (isAnew && event.pct <= reached) return false;
    reached = Math.max(reached, event.pct);
    return true;
  };
}

/** Creates the same filter for a sweep; it tracks the progress and end of each variant. */
export function createSweepDeduplicator(): (event: SweepEvent, isAnew: boolean) => boolean {
  const done = new Set<number>();
  const reached = new Map<number | undefined, number>();
  return (event, isAnew) => {
    switch (event.type) {
      case 'open':
        return !isAnew;
      case 'progress': {
        const { variant_index: index, pct } = event;
        const before = reached.get(index) ?? -1;
        if (isAnew && ((index !== undefined && done.has(index)) || pct <= before)) return false;
        reached.set(index, Math.max(before, pct));
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
