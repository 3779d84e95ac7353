/** A label and its number of occurrences. */
export type LabelCount = { readonly label: string; readonly count: number };

/** Counts labels, sorted by count descending, then by name. */
export function countOccurrences(labels: Iterable<string>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1));
}

/** Returns true for texts that stand for an unknown value, such as `n/a`. */
export function isUnknownLabel(text: string): boolean {
  return /^(unknown|n\/?a|none|null|undisclosed|not (known|available|disclosed)|[-–—?.]*)$/i.test(
    text.trim(),
  );
}
