/**
 * Returns a copy of the items sorted from the newest to the oldest. Items of equal time keep their
 * order, reversed if the list is oldest first.
 *
 * @param timeOf - Returns the time of an item in any unit.
 */
export function sortNewestFirst<T>(items: readonly T[], timeOf: (item: T) => number): T[] {
  const [first, last] = [items[0], items.at(-1)];
  const beginsWithOldest =
    first !== undefined && last !== undefined && timeOf(first) < timeOf(last);
  const list = beginsWithOldest ? items.toReversed() : [...items];
  return list.sort((left, right) => timeOf(right) - timeOf(left));
}
