/** A member that stores its index in the set. */
export type IndexedMember = { index: number };

/** An unordered set. */
export type IndexedSet<T extends IndexedMember> = {
  readonly add: (member: T) => void;
  /** Returns false when the member is not in the set. */
  readonly delete: (member: T) => boolean;
  readonly size: () => number;
  /** A copy of the members. */
  readonly values: () => readonly T[];
};

/**
 * Creates a set for members that are added and deleted all the time: an array whose gaps the last
 * member fills. Old hash tables of a `Set` would keep newer ones and their members alive.
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
