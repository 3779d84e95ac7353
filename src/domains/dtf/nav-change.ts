import type { NavPoint } from './schema.ts';

const day = 86_400;
/** Maximum distance of the base point from 24 hours before the last point, seconds. */
const tolerance = day / 2;

/**
 * Returns the change to the last point from the one nearest to 24 hours before, in percent. Null
 * when no point is near enough, or its NAV is zero. `points` are ascending by time.
 *
 * @example computeChange24hPct([{ timestamp: 0, nav: 2 }, { timestamp: 86_400, nav: 3 }]) // 50
 */
export function computeChange24hPct(points: readonly NavPoint[]): number | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  const target = last.timestamp - day;
  const distance = ({ timestamp }: NavPoint) => Math.abs(timestamp - target);
  const base = points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  if (distance(base) > tolerance || base.nav === 0) return null;
  return (last.nav / base.nav - 1) * 100;
}
