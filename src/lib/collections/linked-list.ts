/** Who is in a ring knows its neighbours; who is in none has none. */
export type ListNode = { previous: ListNode | undefined; next: ListNode | undefined };

/** Those who are there now, in the order in which they came; `memberType` is for the compiler alone. */
export type LinkedList<T extends ListNode> = ListNode & { readonly memberType?: T };

/**
 * A set of one object for members that come and go all the time, and of whom there is mostly one: a
 * crowd, which can be counted, is an array and four functions. The ring stands between its last
 * member and its first.
 */
export function createLinkedList<T extends ListNode>(): LinkedList<T> {
  const ring: ListNode = { previous: undefined, next: undefined };
  ring.previous = ring;
  ring.next = ring;
  return ring;
}

/** Comes in as the last; it must be in no ring. */
export function appendNode<T extends ListNode>(ring: LinkedList<T>, member: T): void {
  const last = ring.previous ?? ring;
  member.previous = last;
  member.next = ring;
  last.next = member;
  ring.previous = member;
}

/** Goes out of the ring it is in; leaving twice is leaving once. */
export function removeNode(member: ListNode): void {
  const { previous, next } = member;
  if (previous === undefined || next === undefined) return;
  previous.next = next;
  next.previous = previous;
  // Lest one that is old keep all that came after it.
  member.previous = undefined;
  member.next = undefined;
}

/** Whether nobody is there. */
export function isListEmpty<T extends ListNode>(ring: LinkedList<T>): boolean {
  return ring.next === ring;
}

/** Everybody who is there at the time of the call. */
export function listNodes<T extends ListNode>(ring: LinkedList<T>): readonly T[] {
  const members: T[] = [];
  for (let one = ring.next; one !== undefined && one !== ring; one = one.next) {
    members.push(one as T);
  }
  return members;
}
