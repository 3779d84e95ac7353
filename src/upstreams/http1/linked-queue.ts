/** What stands in a line knows its neighbours. */
export type QueueNode<T> = { previous: T | undefined; next: T | undefined };

/** First in, first out, and free to leave. */
export type LinkedQueue<T> = {
  readonly push: (one: T) => void;
  readonly shift: () => T | undefined;
  /** Only who stands in the line may leave it. */
  readonly remove: (one: T) => void;
};

/**
 * A line whose members know their neighbours: who gives up in the middle leaves nothing behind, not
 * even for as long as nobody moves. They forget their neighbours when they leave, lest an old one
 * keep all that came after it.
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
