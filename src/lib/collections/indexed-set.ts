/** A member of a crowd, which knows its place there. */
export type IndexedMember = { index: number };

/** Those who are there now, in no order. */
export type IndexedSet<T extends IndexedMember> = {
  readonly add: (member: T) => void;
  /** Leaving twice is leaving once; false when it was not there. */
  readonly delete: (member: T) => boolean;
  readonly size: () => number;
  /** Everybody who is there at the time of the call. */
  readonly values: () => readonly T[];
};

/**
 * A set for members that come and go all the time. A `Set` is copied into a new table again and
 * again when its members change; the old tables hold the new ones and all their members, so once
 * one of them is tenured each young collection finds everything alive: 50 ms instead of 2, 10 % of
 * the CPU of the proxy. An array whose gaps are filled by the last member leaves nothing behind.
 */
export function createIndexedSet<T extends IndexedMember>(): IndexedSet<T> {
  const members: T[] = [];
  return {
    add: (member) => {
      member.index = members.length;
      members.push(member);
    },
    delete: (member) => {
      if (members[member.index] !== member) return false;
      const last = members.pop();
      if (last === undefined || last === member) return true;
      members[member.index] = last;
      last.index = member.index;
      return true;
    },
    size: () => members.length,
    values: () => members.slice(),
  };
}
