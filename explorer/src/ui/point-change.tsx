import { formatPoints } from '../lib/format.ts';
import { toneOf } from './figures.tsx';

/** Shows a difference of percentages in percentage points, coloured and with its sign: `+5.00 pp`. */
export function PointChange({ points }: { readonly points: number | null }) {
  return <span className={`nowrap ${toneOf(points)}`}>{formatPoints(points)}</span>;
}
