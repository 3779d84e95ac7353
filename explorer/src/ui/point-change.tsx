import { formatSigned } from '../lib/format.ts';
import { toneOf } from './figures.tsx';

/** Shows a difference of percentages in percentage points, coloured and with its sign: `+5.00 pp`. */
export function PointChange({ points }: { readonly points: number | null }) {
  return (
    <span className={`nowrap ${toneOf(points)}`}>
      {points === null ? formatSigned(points, 2) : `${formatSigned(points, 2)} pp`}
    </span>
  );
}
