/** One point of a series in time. */
export type TimedValue = { readonly timestamp: number; readonly value: number };

const daySeconds = 86_400;

/**
 * The change of the last value against the one nearest to 24 hours before, percent; null when the
 * series does not reach back so far.
 */
export function dayChange(points: readonly TimedValue[], current?: number | null): number | null {
  const last = points.at(-1);
  const first = points[0];
  if (last === undefined || first === undefined) return null;
  const then = last.timestamp - daySeconds;
  if (first.timestamp > then + daySeconds / 2) return null;
  const nearest = points.reduce((best, point) =>
    Math.abs(point.timestamp - then) < Math.abs(best.timestamp - then) ? point : best,
  );
  return nearest.value === 0 ? null : ((current ?? last.value) / nearest.value - 1) * 100;
}
