import { type Clock, systemClock } from '../clock.ts';
import { type PolicyName, policies, shownUntil } from '../policies.ts';
import type { Millis } from '../units.ts';
import type { CacheOutcome, Stamp } from './cached.ts';

/**
 * What one answer is made of: the oldest value in it, how long all of them stay fresh, and
 * whether any was stale. From it come `Age`, `X-Cache` and the life of an encoded answer.
 */
export type Freshness = {
  readonly note: (stamp: Stamp, outcome: CacheOutcome) => void;
  /** Notes what is made for this answer alone, from now on: no look-up on the way makes it older. */
  readonly begin: (policy: PolicyName) => void;
  /** Marks the answer as belonging to one request only: it is never kept. */
  readonly forbidReuse: () => void;
  /**
   * Marks the answer as made without something that an upstream failed to give: it lives no longer
   * than `until`, which is the life of the row `degraded` from now when it is left out.
   */
  readonly degrade: (until?: Millis) => void;
  /** Tallies what another answer tallies, of which this one is made. */
  readonly take: (other: Freshness) => void;
  /** True when a value of the row was read past its freshness. */
  readonly isStale: (policy: PolicyName) => boolean;
  /** True while nothing that was tallied is too old to be shown. */
  readonly isShown: () => boolean;
  /** How often it was marked in one of these ways. */
  readonly marks: () => number;
  readonly summary: () => FreshnessSummary;
};

/** What an answer holds of one row. */
export type RowFreshness = {
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
  readonly rows: ReadonlyMap<PolicyName, RowFreshness>;
  /** True when something is missing because an upstream failed. */
  readonly degraded: boolean;
};

const severity: Record<CacheOutcome, number> = { HIT: 0, COALESCED: 1, MISS: 2, STALE: 3 };

const worse = (one: CacheOutcome, other: CacheOutcome) =>
  severity[other] > severity[one] ? other : one;

type Tally = { -readonly [K in keyof RowFreshness]: RowFreshness[K] };

/** An empty tally for one request. */
export function createFreshness(clock: Clock = systemClock): Freshness {
  const rows = new Map<PolicyName, Tally>();
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
      staleUntil = Math.min(staleUntil, shownUntil(policy, row.freshUntil));
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

  function note({ policy, storedAt, freshUntil }: Stamp, outcome: CacheOutcome): void {
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
    note,
    begin: (policy) => {
      const storedAt = clock.now();
      const freshUntil = storedAt + policies[policy].fresh;
      note({ policy, storedAt, freshUntil }, 'MISS');
    },
    forbidReuse: () => {
      marks += 1;
      reusable = false;
    },
    degrade: (until = clock.now() + policies.degraded.fresh) => {
      marks += 1;
      degradedUntil = degradedUntil === null ? until : Math.min(degradedUntil, until);
    },
    take: (other) => {
      for (const [policy, row] of other.summary().rows) {
        note({ policy, storedAt: row.oldest, freshUntil: row.freshUntil }, row.outcome);
      }
    },
    isStale: (policy) => rows.get(policy)?.outcome === 'STALE',
    isShown: () => {
      const now = clock.now();
      return [...rows].every(([policy, row]) => now < shownUntil(policy, row.freshUntil));
    },
    marks: () => marks,
    summary,
  };
}
