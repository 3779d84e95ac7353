import { createIndexedSet, type IndexedMember } from './indexed-set.ts';

/** A member with a deadline. */
export type WithDeadline = IndexedMember & {
  /** On the scale of `performance.now()`; may be moved later while the member is in the set. */
  readonly expiresAt: number;
};

/** A set of members that have not expired. */
export type DeadlineSet<T extends WithDeadline> = {
  /** @param now - `performance.now()`, which the caller already has. */
  readonly add: (member: T, now: number) => void;
  /** Deleting twice has no effect. */
  readonly delete: (member: T) => void;
  readonly size: () => number;
  /** A copy of the members. */
  readonly all: () => readonly T[];
};

/** Minimum milliseconds between two scans, so that many deadlines in a row cause few scans. */
const grain = 5;

/**
 * Creates a set that calls `expire` for each member after its deadline, a few milliseconds late at
 * most. One unreferenced timer serves all, because most members are deleted in time.
 */
export function createDeadlineSet<T extends WithDeadline>(
  expire: (member: T) => void,
): DeadlineSet<T> {
  const set = createIndexedSet<T>();
  let timer: NodeJS.Timeout | undefined;
  let looksAt = Number.POSITIVE_INFINITY;

  function lookAt(time: number, now: number): void {
    clearTimeout(timer);
    looksAt = time;
    timer = setTimeout(look, Math.ceil(time - now)).unref();
  }

  function look(): void {
    looksAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let first = Number.POSITIVE_INFINITY;
    const over: T[] = [];
    for (const member of set.values()) {
      if (member.expiresAt <= now) over.push(member);
      else first = Math.min(first, member.expiresAt);
    }
    if (first < Number.POSITIVE_INFINITY) lookAt(Math.max(first, now + grain), now);
    for (const member of over) if (set.delete(member)) expire(member);
  }

  return {
    add: (member, now) => {
      set.add(member);
      if (member.expiresAt < looksAt) lookAt(member.expiresAt, now);
    },
    delete: set.delete,
    size: set.size,
    all: set.values,
  };
}
