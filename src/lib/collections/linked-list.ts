/** A value in a linked list. Both neighbours are undefined while it is in no list. */
export type ListNode = { previous: ListNode | undefined; next: ListNode | undefined };

/** A circular doubly linked list in insertion order. `memberType` only informs the compiler. */
export type LinkedList<T extends ListNode> = ListNode & { readonly memberType?: T };

/** Creates an empty list; one object, cheaper than an `IndexedSet` where lists are short. */
export function createLinkedList<T extends ListNode>(): LinkedList<T> {
  const ring: ListNode = { previous: undefined, next: undefined };
  ring.previous = ring;
  ring.next = ring;
  return ring;
}

/** Appends a node. It must be in no list. */
export function appendNode<T extends ListNode>(ring: LinkedList<T>, member: T): void {
  const last = ring.previous ?? ring;
  member.previous = last;
  member.next = ring;
  last.next = member;
  ring.previous = member;
}

/** Removes a node from its list; removing it twice has no effect. */
export function removeNode(member: ListNode): void {
  const { previous, next } = member;
  if (previous === undefined || next === undefined) return;
  previous.next = next;
  next.previous = previous;
  // A removed node in the old generation must not keep its former neighbours alive.
  member.previous = undefined;
  member.next = undefined;
}

/** Whether the list has no nodes. */
export function isListEmpty<T extends ListNode>(ring: LinkedList<T>): boolean {
  return ring.next === ring;
}

/** Returns an array of the nodes in insertion order; later changes do not affect it. */
export function listNodes<T extends ListNode>(ring: LinkedList<T>): readonly T[] {
  const members: T[] = [];
  for (let one = ring.next; one !== undefined && one !== ring; one = one.next) {
    members.push(one as T);
  }
  return members;
}
