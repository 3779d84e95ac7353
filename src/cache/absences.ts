import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { NotFoundError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { CacheKey } from './cache-key.ts';
import { cachePolicies } from './cache-policies.ts';
import type { EntryMeta } from './cached-value.ts';

/** The cached fact that a resource does not exist. `message` is that of the `NotFoundError`. */
export type Absence = {
  readonly message: string;
  /** Its policy is `absence`, not that of the missing value. */
  readonly meta: EntryMeta;
};

/** A cache of absences, each kept for the fresh time of the policy `absence`. */
export type Absences = {
  readonly find: (id: string) => Absence | undefined;
  /** Caches an absence until it expires; ignores null and expired ones. */
  readonly note: (address: CacheKey, absence: Absence | null) => void;
  /** Removes the absence of a key, or all of a policy when `key` is left out. */
  readonly forget: (policy: string, key?: string) => void;
  readonly size: () => number;
};

/** Limits of this store; it is separate, so that a flood of unknown names evicts no values. */
const maxEntries = 10_000;
const maxBytes = 4 * 1024 * 1024;
/** Memory of an entry besides its strings, bytes. */
const entryOverhead = 300;

/**
 * Returns the absence that a failed fetch proves: for a `NotFoundError`, but not for its
 * subclasses. Null for every other error, also for a `ForbiddenError`, whose resource does exist.
 *
 * @param begunAt - When the fetch began.
 */
export function absenceOf(error: unknown, begunAt: Millis): Absence | null {
  if (!(error instanceof NotFoundError) || error.constructor !== NotFoundError) return null;
  const freshUntil = begunAt + cachePolicies.absence.fresh;
  const meta = { policy: 'absence', storedAt: begunAt, freshUntil } as const;
  return { message: error.message, meta };
}

/** Replaces a shared value when another replica found that the resource does not exist. */
export class KnownAbsence {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Creates the error that a read of an absent resource throws. */
export function errorOf({ message }: Absence): NotFoundError {
  return new NotFoundError(message);
}

/** Creates an empty store of absences. */
export function createAbsences(clock: Clock): Absences {
  const entries = new LRUCache<string, Absence>({ max: maxEntries, maxSize: maxBytes });
  const isOver = ({ meta }: Absence) => {
    const now = clock.now();
    // A clock that is set back must not extend an absence.
    return now >= meta.freshUntil || now < meta.storedAt;
  };
  return {
    find: (id) => {
      const found = entries.size > 0 ? entries.get(id) : undefined;
      if (found === undefined || !isOver(found)) return found;
      entries.delete(id);
      return undefined;
    },
    note: ({ id }, absence) => {
      if (absence === null || isOver(absence)) return;
      const size = 2 * (id.length + absence.message.length) + entryOverhead;
      entries.set(id, absence, { size });
    },
    forget: (policy, key) => {
      if (key !== undefined) {
        entries.delete(`${policy}:${key}`);
        return;
      }
      for (const id of [...entries.keys()]) if (id.startsWith(`${policy}:`)) entries.delete(id);
    },
    size: () => entries.size,
  };
}
