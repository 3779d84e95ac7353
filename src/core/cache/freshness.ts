import type { PolicyName } from '../policies.ts';
import type { Millis } from '../units.ts';
import type { CacheOutcome, ReadFacts } from './value-cache.ts';

/**
 * What one answer is made of: the oldest value in it, how long all of them stay fresh, and
 * whether any was stale. From it come `Age`, `X-Cache` and the life of an encoded answer.
 */
export type Freshness = {
  readonly note: (read: ReadFacts) => void;
  /** Marks the answer as belonging to one request only: it is never kept. */
  readonly forbidReuse: () => void;
  /** Marks the answer as made without something that an upstream failed to give: it lives no longer than `until`. */
  readonly degrade: (until: Millis) => void;
  /** How often it was marked in one of these ways. */
  readonly marks: () => number;
  readonly summary: () => FreshnessSummary;
};

export type FreshnessSummary = {
  /** When the oldest value was fetched; null when nothing cached was read. */
  readonly oldest: Millis | null;
  /** Until when the whole answer may be reused; null when it may not. */
  readonly freshUntil: Millis | null;
  readonly outcome: CacheOutcome;
  /** The rows of the values it is made of, each with the time its oldest value was fetched. */
  readonly policies: ReadonlyMap<PolicyName, Millis>;
  /** True when something is missing because an upstream failed. */
  readonly degraded: boolean;
};

const severity: Record<CacheOutcome, number> = { HIT: 0, COALESCED: 1, MISS: 2, STALE: 3 };

/** An empty tally for one request. */
export function createFreshness(): Freshness {
  let oldest: Millis | null = null;
  let freshUntil: Millis | null = null;
  let outcome: CacheOutcome | null = null;
  let reusable = true;
  let degraded = false;
  let marks = 0;
  const policies = new Map<PolicyName, Millis>();
  return {
    note: (read) => {
      const known = policies.get(read.policy);
      if (known === undefined || read.storedAt < known) policies.set(read.policy, read.storedAt);
      oldest = oldest === null ? read.storedAt : Math.min(oldest, read.storedAt);
      freshUntil = freshUntil === null ? read.freshUntil : Math.min(freshUntil, read.freshUntil);
      if (outcome === null || severity[read.outcome] > severity[outcome]) outcome = read.outcome;
    },
    forbidReuse: () => {
      marks += 1;
      reusable = false;
    },
    degrade: (until) => {
      marks += 1;
      degraded = true;
      freshUntil = freshUntil === null ? until : Math.min(freshUntil, until);
    },
    marks: () => marks,
    summary: () => ({
      degraded,
      oldest,
      freshUntil: reusable ? freshUntil : null,
      outcome: outcome ?? 'MISS',
      policies,
    }),
  };
}
