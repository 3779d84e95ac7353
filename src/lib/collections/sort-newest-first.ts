/**
 * Sorts items newest first. Items of equal time keep their order, or are reversed if the first item
 * is older than the last.
 */
export function sortNewestFirst<T>(items: readonly T[], timeOf: (item: T) => number): T[] {
  const [first, last] = [items[0], items.at(-1)];
  const beginsWithOldest =
    first !== undefined && last !== undefined && timeOf(first) < timeOf(last);
  const list = beginsWithOldest ? items.toReversed() : [...items];
  return list.sort((left, right) => timeOf(right) - timeOf(left));
}
