/** A queue item with links to its neighbours. */
export type QueueNode<T> = { previous: T | undefined; next: T | undefined };

/** A FIFO queue that supports removal from the middle. */
export type LinkedQueue<T> = {
  readonly push: (one: T) => void;
  readonly shift: () => T | undefined;
  /** The item must be in the queue. */
  readonly remove: (one: T) => void;
};

/**
 * Creates a doubly linked queue. Any item is removed in constant time. A removed item drops its
 * links, so that it does not keep later items alive.
 */
export function createLinkedQueue<T extends QueueNode<T>>(): LinkedQueue<T> {
  let first: T | undefined;
  let last: T | undefined;

  const leave = (one: T): void => {
    const { previous, next } = one;
    if (previous === undefined) first = next;
    else previous.next = next;
    if (next === undefined) last = previous;
    else next.previous = previous;
    one.previous = undefined;
    one.next = undefined;
  };

  return {
    push: (one) => {
      one.previous = last;
      if (last === undefined) first = one;
      else last.next = one;
      last = one;
    },
    shift: () => {
      const one = first;
      if (one !== undefined) leave(one);
      return one;
    },
    remove: leave,
  };
}
