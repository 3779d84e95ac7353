/** A member of a `DeadlineSet`. */
export type DeadlineSetMember = {
  /** Position of the member in the set's array; -1 before it is added. */
  index: number;
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
 * `expire` with it. One unreferenced timer serves all members. An array holds them: a `Set` whose
 * members change often keeps them alive in old hash tables until a full garbage collection.
 */
export function createDeadlineSet<T extends DeadlineSetMember>(
  expire: (member: T) => void,
): DeadlineSet<T> {
  const members: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let scansAt = Number.POSITIVE_INFINITY;

  /** Removes a member. Returns false if it is not in the set. */
  function remove(member: T): boolean {
    if (members[member.index] !== member) return false;
    const last = members.pop();
    if (last === undefined || last === member) return true;
    members[member.index] = last;
    last.index = member.index;
    return true;
  }

  function scanAt(time: number, now: number): void {
    clearTimeout(timer);
    scansAt = time;
    timer = setTimeout(scan, Math.ceil(time - now)).unref();
  }

  function scan(): void {
    scansAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let first = Number.POSITIVE_INFINITY;
    const over: T[] = [];
    for (const member of members) {
      if (member.expiresAt <= now) over.push(member);
      else first = Math.min(first, member.expiresAt);
    }
    if (first < Number.POSITIVE_INFINITY) scanAt(Math.max(first, now + grain), now);
    for (const member of over) if (remove(member)) expire(member);
  }

  return {
    add: (member, now) => {
      member.index = members.length;
      members.push(member);
      if (member.expiresAt < scansAt) scanAt(member.expiresAt, now);
    },
    delete: remove,
    size: () => members.length,
    all: () => members.slice(),
  };
}
