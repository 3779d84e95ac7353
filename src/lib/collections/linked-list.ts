/** A value in a linked list. Both neighbours are undefined while it is in no list. */
export type LinkedListNode = {
  previous: LinkedListNode | undefined;
  next: LinkedListNode | undefined;
};

/** A circular doubly linked list in insertion order. `memberType` only informs the compiler. */
export type LinkedList<T extends LinkedListNode> = LinkedListNode & { readonly memberType?: T };

/** Creates an empty list; one object, cheaper than an `IndexedSet` where lists are short. */
export function createLinkedList<T extends LinkedListNode>(): LinkedList<T> {
  const list: LinkedListNode = { previous: undefined, next: undefined };
  list.previous = list;
  list.next = list;
  return list;
}

/** Appends a node, which must not be in a list. */
export function appendNode<T extends LinkedListNode>(list: LinkedList<T>, node: T): void {
  const last = list.previous ?? list;
  node.previous = last;
  node.next = list;
  last.next = node;
  list.previous = node;
}

/** Removes a node from its list; removing it twice has no effect. */
export function removeNode(node: LinkedListNode): void {
  const { previous, next } = node;
  if (previous === undefined || next === undefined) return;
  previous.next = next;
  next.previous = previous;
  // A removed node in the old generation must not keep its former neighbours alive.
  node.previous = undefined;
  node.next = undefined;
}

/** Whether the list has no nodes. */
export function isListEmpty<T extends LinkedListNode>(list: LinkedList<T>): boolean {
  return list.next === list;
}

/** Returns an array of the nodes in insertion order; later changes do not affect it. */
export function linkedListToArray<T extends LinkedListNode>(list: LinkedList<T>): readonly T[] {
  const nodes: T[] = [];
  for (let one = list.next; one !== undefined && one !== list; one = one.next) {
    nodes.push(one as T);
  }
  return nodes;
}
