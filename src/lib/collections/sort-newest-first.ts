/**
 * The newest items first, by what `at` tells. Items of one moment keep the order of a list that has
 * the newest first already, and take the opposite one of a list that begins with the oldest.
 */
export function sortNewestFirst<T>(items: readonly T[], timeOf: (item: T) => number): T[] {
  const [first, last] = [items[0], items.at(-1)];
  const beginsWithOldest =
    first !== undefined && last !== undefined && timeOf(first) < timeOf(last);
  const list = beginsWithOldest ? items.toReversed() : [...items];
  return list.sort((left, right) => timeOf(right) - timeOf(left));
}
