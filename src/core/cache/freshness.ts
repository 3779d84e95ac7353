import type { Millis } from '../units.ts';
import type { Cached, CacheOutcome } from './value-cache.ts';

/**
 * What one answer is made of: the oldest value in it, how long all of them stay fresh, and
 * whether any was stale. From it come `Age`, `X-Cache` and the life of an encoded answer.
 */
export type Freshness = {
  readonly note: (read: Cached<unknown>) => void;
  /** Marks the answer as belonging to one request only: it is never kept. */
  readonly forbidReuse: () => void;
  readonly summary: () => FreshnessSummary;
};

export type FreshnessSummary = {
  /** When the oldest value was fetched; null when nothing cached was read. */
  readonly oldest: Millis | null;
  /** Until when the whole answer may be reused; null when it may not. */
  readonly freshUntil: Millis | null;
  readonly outcome: CacheOutcome;
};

const severity: Record<CacheOutcome, number> = { HIT: 0, COALESCED: 1, MISS: 2, STALE: 3 };

/** An empty tally for one request. */
export function createFreshness(): Freshness {
  let oldest: Millis | null = null;
  let freshUntil: Millis | null = null;
  let outcome: CacheOutcome | null = null;
  let reusable = true;
  return {
    note: (read) => {
      oldest = oldest === null ? read.storedAt : Math.min(oldest, read.storedAt);
      freshUntil = freshUntil === null ? read.freshUntil : Math.min(freshUntil, read.freshUntil);
      if (outcome === null || severity[read.outcome] > severity[outcome]) outcome = read.outcome;
    },
    forbidReuse: () => {
      reusable = false;
    },
    summary: () => ({
      oldest,
      freshUntil: reusable ? freshUntil : null,
      outcome: outcome ?? 'MISS',
    }),
  };
}
