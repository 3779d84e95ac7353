/** Who is in a ring knows its neighbours; who is in none has none. */
export type Linked = { before: Linked | undefined; behind: Linked | undefined };

/** Those who are there now, in the order in which they came; `memberType` is for the compiler alone. */
export type Ring<T extends Linked> = Linked & { readonly memberType?: T };

/**
 * A set of one object for members that come and go all the time, and of whom there is mostly one: a
 * crowd, which can be counted, is an array and four functions. The ring stands between its last
 * member and its first.
 */
export function createRing<T extends Linked>(): Ring<T> {
  const ring: Linked = { before: undefined, behind: undefined };
  ring.before = ring;
  ring.behind = ring;
  return ring;
}

/** Comes in as the last; it must be in no ring. */
export function joinRing<T extends Linked>(ring: Ring<T>, member: T): void {
  const last = ring.before ?? ring;
  member.before = last;
  member.behind = ring;
  last.behind = member;
  ring.before = member;
}

/** Goes out of the ring it is in; leaving twice is leaving once. */
export function leaveRing(member: Linked): void {
  const { before, behind } = member;
  if (before === undefined || behind === undefined) return;
  before.behind = behind;
  behind.before = before;
  // Lest one that is old keep all that came after it.
  member.before = undefined;
  member.behind = undefined;
}

/** Whether nobody is there. */
export function isRingEmpty<T extends Linked>(ring: Ring<T>): boolean {
  return ring.behind === ring;
}

/** Everybody who is there at the time of the call. */
export function membersOf<T extends Linked>(ring: Ring<T>): readonly T[] {
  const members: T[] = [];
  for (let one = ring.behind; one !== undefined && one !== ring; one = one.behind) {
    members.push(one as T);
  }
  return members;
}
