/** A label with how often it was met. */
export type LabelCount = { readonly label: string; readonly count: number };

/** Counts labels: the most frequent first, equal ones by name. */
export function countLabels(labels: Iterable<string>): LabelCount[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((left, right) => right.count - left.count || (left.label < right.label ? -1 : 1));
}

/** True for what stands in the place of a value that is not known. */
export function isUnknownLabel(text: string): boolean {
  return /^(unknown|n\/?a|none|null|undisclosed|not (known|available|disclosed)|[-–—?.]*)$/i.test(
    text.trim(),
  );
}
