/**
 * Reduces a series to at most `maxPoints` (4 or more) points: the first, the last, and the lowest
 * and highest of each of equally long intervals between them.
 */
export function downsample<T>(
  series: readonly T[],
  maxPoints: number,
  readValue: (point: T) => number,
): readonly T[] {
  if (series.length <= maxPoints) return series;
  const inner = series.length - 2;
  const stretches = Math.floor((maxPoints - 2) / 2);
  const kept = new Set(series.slice(0, 1));
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = 1 + Math.floor((stretch * inner) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * inner) / stretches);
    const points = series.slice(from, to);
    const lowest = points.reduce((least, one) => (readValue(one) < readValue(least) ? one : least));
    const highest = points.reduce((most, one) => (readValue(one) > readValue(most) ? one : most));
    const inOrder = points.indexOf(lowest) < points.indexOf(highest);
    for (const point of inOrder ? [lowest, highest] : [highest, lowest]) kept.add(point);
  }
  for (const point of series.slice(-1)) kept.add(point);
  return [...kept];
}
