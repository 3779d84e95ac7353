import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { NotFoundError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { CacheKey } from './cache-key.ts';
import { cachePolicies } from './cache-policies.ts';
import type { EntryMeta } from './cached-value.ts';

/** A lookup that found nothing. */
export type Absence = {
  readonly message: string;
  /** Of the row `absence`. */
  readonly meta: EntryMeta;
};

/** Lookups that found nothing, remembered for the time of the policy row `absence`. */
export type Absences = {
  readonly find: (id: string) => Absence | undefined;
  /** Remembers an absence until its time is over; what is no absence, or is over already, is left out. */
  readonly note: (address: CacheKey, absence: Absence | null) => void;
  /** Forgets the absence at an address, or all of a row when `key` is left out. */
  readonly forget: (policy: string, key?: string) => void;
  readonly size: () => number;
};

/** Entries and bytes at most: a flood of unknown names displaces other unknown names, and no values. */
const maxEntries = 10_000;
const maxBytes = 4 * 1024 * 1024;
/** Of an entry beside its texts, bytes. */
const entryOverhead = 300;

/**
 * The absence that an error tells of: the named thing does not exist. Null for any other error, and for
 * errors of more specific classes, which say more than that. A sealed tick exists: its 403 is none.
 *
 * @param begunAt - When the lookup began.
 */
export function absenceOf(error: unknown, begunAt: Millis): Absence | null {
  if (!(error instanceof NotFoundError) || error.constructor !== NotFoundError) return null;
  const freshUntil = begunAt + cachePolicies.absence.fresh;
  const meta = { policy: 'absence', storedAt: begunAt, freshUntil } as const;
  return { message: error.message, meta };
}

/** In the place of a value: another replica has found out that there is none. */
export class KnownAbsence {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The error that an absence stands for. */
export function errorOf({ message }: Absence): NotFoundError {
  return new NotFoundError(message);
}

/** Nothing is known to be absent yet. */
export function createAbsences(clock: Clock): Absences {
  const entries = new LRUCache<string, Absence>({ max: maxEntries, maxSize: maxBytes });
  const isOver = ({ meta }: Absence) => {
    const now = clock.now();
    // A clock that was set back must not make an absence last longer.
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
