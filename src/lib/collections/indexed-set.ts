/** A member of an `IndexedSet`, which stores the member's position in `index`. */
export type IndexedSetMember = { index: number };

/** A set without an order of its members. */
export type IndexedSet<T extends IndexedSetMember> = {
  readonly add: (member: T) => void;
  /** Removes a member. Returns false if it is not in the set. */
  readonly delete: (member: T) => boolean;
  readonly size: () => number;
  readonly values: () => readonly T[];
};

/**
 * Creates a set for members that are added and deleted often. An array holds them: a `Set` keeps
 * members alive in old hash tables until a full garbage collection.
 */
export function createIndexedSet<T extends IndexedSetMember>(): IndexedSet<T> {
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
