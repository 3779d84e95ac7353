import { type Clock, systemClock } from '../lib/clock.ts';
import type { Millis } from '../lib/units.ts';
import { type CachePolicyName, cachePolicies, servableUntil } from './cache-policies.ts';
import type { CacheOutcome, EntryMeta } from './cache-read-types.ts';
import { type CacheTag, tagOf } from './cache-tags.ts';

/** Collects the times of the cached values in a response, for its `Age`, `X-Cache` and expiry. */
export type ResponseFreshnessTracker = {
  readonly record: (meta: EntryMeta, outcome: CacheOutcome) => void;
  /** Records a value that was computed just now; its policy says how long it is fresh. */
  readonly recordComputed: (policy: CachePolicyName) => void;
  /** Marks the response as specific to one request, so that it is never cached. */
  readonly markUncacheable: () => void;
  /**
   * Marks the response as incomplete because an upstream failed; it is cached until `until` at
   * most, by default for the fresh time of the policy `degraded`.
   */
  readonly markDegraded: (until?: Millis) => void;
  /** Records the values of another response that became part of this one. */
  readonly merge: (other: ResponseFreshnessTracker) => void;
  readonly isStale: (policy: CachePolicyName) => boolean;
  /** Whether all recorded values may still be served, fresh or stale. */
  readonly isServable: () => boolean;
  readonly markCount: () => number;
  readonly summary: () => ResponseFreshness;
};

/** The times and the outcome of all recorded values of one policy. */
export type PolicyFreshness = {
  readonly oldest: Millis;
  readonly freshUntil: Millis;
  readonly outcome: CacheOutcome;
  readonly tags: ReadonlySet<CacheTag>;
};

export type ResponseFreshness = {
  /** When the fetch of the oldest value began; null when no value was recorded. */
  readonly oldest: Millis | null;
  /** Until when the response may be served again as fresh; null when it must not be cached. */
  readonly freshUntil: Millis | null;
  /** Until when the response may be served stale while it is made anew; not before `freshUntil`. */
  readonly staleUntil: Millis | null;
  readonly outcome: CacheOutcome;
  readonly rows: ReadonlyMap<CachePolicyName, PolicyFreshness>;
  /** Whether something is missing because an upstream failed. */
  readonly degraded: boolean;
};

const severity: Record<CacheOutcome, number> = { HIT: 0, COALESCED: 1, MISS: 2, STALE: 3 };

const worse = (one: CacheOutcome, other: CacheOutcome) =>
  severity[other] > severity[one] ? other : one;

type Tally = {
  -readonly [K in keyof Omit<PolicyFreshness, 'tags'>]: PolicyFreshness[K];
} & { readonly tags: Set<CacheTag> };

/** Creates a tracker without values for one response. */
export function createResponseFreshnessTracker(
  clock: Clock = systemClock,
): ResponseFreshnessTracker {
  const rows = new Map<CachePolicyName, Tally>();
  let degradedUntil: Millis | null = null;
  let reusable = true;
  let marks = 0;

  function summary(): ResponseFreshness {
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

  function record({ policy, storedAt, freshUntil, tag }: EntryMeta, outcome: CacheOutcome): void {
    const row = rows.get(policy);
    if (row === undefined) {
      rows.set(policy, { oldest: storedAt, freshUntil, outcome, tags: new Set([tag]) });
      return;
    }
    row.tags.add(tag);
    if (storedAt < row.oldest) row.oldest = storedAt;
    if (freshUntil < row.freshUntil) row.freshUntil = freshUntil;
    if (outcome !== row.outcome) row.outcome = worse(row.outcome, outcome);
  }

  return {
    record,
    recordComputed: (policy) => {
      const storedAt = clock.now();
      const freshUntil = storedAt + cachePolicies[policy].fresh;
      record({ policy, storedAt, freshUntil, tag: tagOf(policy) }, 'MISS');
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
        for (const tag of row.tags) {
          record({ policy, storedAt: row.oldest, freshUntil: row.freshUntil, tag }, row.outcome);
        }
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
