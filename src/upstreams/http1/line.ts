/** What stands in a line knows its neighbours. */
export type Linked<T> = { before: T | undefined; behind: T | undefined };

/** First in, first out, and free to leave. */
export type Line<T> = {
  readonly push: (one: T) => void;
  readonly shift: () => T | undefined;
  /** Only who stands in the line may leave it. */
  readonly leave: (one: T) => void;
};

/**
 * A line whose members know their neighbours: who gives up in the middle leaves nothing behind, not
 * even for as long as nobody moves. They forget their neighbours when they leave, lest an old one
 * keep all that came after it.
 */
export function createLine<T extends Linked<T>>(): Line<T> {
  let first: T | undefined;
  let last: T | undefined;

  const leave = (one: T): void => {
    const { before, behind } = one;
    if (before === undefined) first = behind;
    else before.behind = behind;
    if (behind === undefined) last = before;
    else behind.before = before;
    one.before = undefined;
    one.behind = undefined;
  };

  return {
    push: (one) => {
      one.before = last;
      if (last === undefined) first = one;
      else last.behind = one;
      last = one;
    },
    shift: () => {
      const one = first;
      if (one !== undefined) leave(one);
      return one;
    },
    leave,
  };
}
