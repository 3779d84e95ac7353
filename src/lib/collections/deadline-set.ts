import { createIndexedSet, type IndexedSetMember } from './indexed-set.ts';

/** A member of a `DeadlineSet`. */
export type DeadlineSetMember = IndexedSetMember & {
  /** `performance.now()` of the deadline. May be moved later, not earlier, while in the set. */
  readonly expiresAt: number;
};

/** A set whose members are removed when their deadlines pass (`createDeadlineSet`). */
export type DeadlineSet<T extends DeadlineSetMember> = {
  /** @param now - The current `performance.now()`; the caller has usually read it already. */
  readonly add: (member: T, now: number) => void;
  readonly delete: (member: T) => void;
  readonly size: () => number;
  /** A copy of the members. */
  readonly all: () => readonly T[];
};

/** Minimum milliseconds between two scans of the set: close deadlines share a scan. */
const grain = 5;

/**
 * Creates a set that removes each member a few milliseconds after its deadline at most, and calls
 * `expire` with it. One unreferenced timer serves all members.
 */
export function createDeadlineSet<T extends DeadlineSetMember>(
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
