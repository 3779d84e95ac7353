import { createIndexedSet, type IndexedMember } from './indexed-set.ts';

/** Something that must be over at some time. */
export type WithDeadline = IndexedMember & {
  /** On the scale of `performance.now()`; may be put off while it lasts. */
  readonly expiresAt: number;
};

/** Those who are not over yet. */
export type DeadlineSet<T extends WithDeadline> = {
  /** @param now - `performance.now()`, which who joins has at hand. */
  readonly add: (member: T, now: number) => void;
  /** Leaving twice is leaving once. */
  readonly delete: (member: T) => void;
  readonly size: () => number;
  /** Everybody who is there at the time of the call. */
  readonly all: () => readonly T[];
};

/** Between two looks at all members, milliseconds: many that expire one by one are no loop without an end. */
const grain = 5;

/**
 * Calls `expire` for each member whose time has come, after it has left. One timer, set for the first
 * of them, serves all: most leave long before their time, and a timer for each call to an upstream
 * hardly ever fires. It does not hold the process. Nobody is over early, and few milliseconds late.
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
