import { type Clock, systemClock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CachePolicyName, cachePolicies, servableUntil } from './cache-policies.ts';
import type { CacheOutcome, EntryMeta } from './cached-value.ts';

/**
 * What one answer is made of: the oldest value in it, how long all of them stay fresh, and
 * whether any was stale. From it come `Age`, `X-Cache` and the life of an encoded answer.
 */
export type FreshnessTracker = {
  readonly record: (meta: EntryMeta, outcome: CacheOutcome) => void;
  /** Notes what is made for this answer alone, from now on: no look-up on the way makes it older. */
  readonly recordComputed: (policy: CachePolicyName) => void;
  /** Marks the answer as belonging to one request only: it is never kept. */
  readonly markUncacheable: () => void;
  /**
   * Marks the answer as made without something that an upstream failed to give: it lives no longer
   * than `until`, which is the life of the row `degraded` from now when it is left out.
   */
  readonly markDegraded: (until?: Millis) => void;
  /** Tallies what another answer tallies, of which this one is made. */
  readonly merge: (other: FreshnessTracker) => void;
  /** True when a value of the row was read past its freshness. */
  readonly isStale: (policy: CachePolicyName) => boolean;
  /** True while nothing that was tallied is too old to be shown. */
  readonly isServable: () => boolean;
  /** How often it was marked in one of these ways. */
  readonly markCount: () => number;
  readonly summary: () => FreshnessSummary;
};

/** What an answer holds of one row. */
export type PolicyFreshness = {
  /** When its oldest value was fetched. */
  readonly oldest: Millis;
  /** Until when all of its values are fresh. */
  readonly freshUntil: Millis;
  readonly outcome: CacheOutcome;
};

export type FreshnessSummary = {
  /** When the oldest value was fetched; null when nothing cached was read. */
  readonly oldest: Millis | null;
  /** Until when the whole answer may be reused; null when it may not. */
  readonly freshUntil: Millis | null;
  /** Until when it may still be shown while it is made anew; never before `freshUntil`. */
  readonly staleUntil: Millis | null;
  readonly outcome: CacheOutcome;
  /** What it is made of, by row. */
  readonly rows: ReadonlyMap<CachePolicyName, PolicyFreshness>;
  /** True when something is missing because an upstream failed. */
  readonly degraded: boolean;
};

const severity: Record<CacheOutcome, number> = { HIT: 0, COALESCED: 1, MISS: 2, STALE: 3 };

const worse = (one: CacheOutcome, other: CacheOutcome) =>
  severity[other] > severity[one] ? other : one;

type Tally = { -readonly [K in keyof PolicyFreshness]: PolicyFreshness[K] };

/** An empty tally for one request. */
export function createFreshnessTracker(clock: Clock = systemClock): FreshnessTracker {
  const rows = new Map<CachePolicyName, Tally>();
  let degradedUntil: Millis | null = null;
  let reusable = true;
  let marks = 0;

  function summary(): FreshnessSummary {
    let oldest = Number.POSITIVE_INFINITY;
    let freshUntil = degradedUntil ?? Number.POSITIVE_INFINITY;
    let staleUntil = freshUntil;
    let outcome: CacheOutcome | null = null;
    for (const [policy, row] of rows) {
      oldest = Math.min(oldest, row.oldest);
      freshUntil = Math.min(freshUntil, row.freshUntil);
      staleUntil = Math.min(staleUntil, servableUntil(policy, row.freshUntil));
      outcome = outcome === null ? row.outcome : worse(outcome, row.outcome);
    }
    const isReusable = reusable && freshUntil < Number.POSITIVE_INFINITY;
    return {
      degraded: degradedUntil !== null,
      oldest: rows.size > 0 ? oldest : null,
      freshUntil: isReusable ? freshUntil : null,
      staleUntil: isReusable ? staleUntil : null,
      outcome: outcome ?? 'MISS',
      rows,
    };
  }

  function note({ policy, storedAt, freshUntil }: EntryMeta, outcome: CacheOutcome): void {
    const row = rows.get(policy);
    if (row === undefined) {
      rows.set(policy, { oldest: storedAt, freshUntil, outcome });
      return;
    }
    if (storedAt < row.oldest) row.oldest = storedAt;
    if (freshUntil < row.freshUntil) row.freshUntil = freshUntil;
    if (outcome !== row.outcome) row.outcome = worse(row.outcome, outcome);
  }

  return {
    record: note,
    recordComputed: (policy) => {
      const storedAt = clock.now();
      const freshUntil = storedAt + cachePolicies[policy].fresh;
      note({ policy, storedAt, freshUntil }, 'MISS');
    },
    markUncacheable: () => {
      marks += 1;
      reusable = false;
    },
    markDegraded: (until = clock.now() + cachePolicies.degraded.fresh) => {
      marks += 1;
      degradedUntil = degradedUntil === null ? until : Math.min(degradedUntil, until);
    },
    merge: (other) => {
      for (const [policy, row] of other.summary().rows) {
        note({ policy, storedAt: row.oldest, freshUntil: row.freshUntil }, row.outcome);
      }
    },
    isStale: (policy) => rows.get(policy)?.outcome === 'STALE',
    isServable: () => {
      const now = clock.now();
      return [...rows].every(([policy, row]) => now < servableUntil(policy, row.freshUntil));
    },
    markCount: () => marks,
    summary,
  };
}
