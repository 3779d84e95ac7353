import type { ReactNode } from 'react';
import type { NavRange } from '../../generated/graphql.ts';
import { formatSince } from '../../performance/nav-ranges.ts';
import { PercentChange } from '../../ui/figures.tsx';

/** Height of the chart of a fund's NAV, pixels. */
export const navChartHeight = 320;

/** States how much the NAV has changed from the first to the last value of a range. */
export function RangeChange(props: {
  readonly first: number;
  readonly last: number;
  readonly range: NavRange;
  /** Time of the first value, Unix seconds. */
  readonly since: number;
  /** What else is to be said about the chart. */
  readonly children?: ReactNode;
}) {
  const { first, last, range, since, children } = props;
  return (
    <p className="chart-change small">
      <PercentChange percent={(last / first - 1) * 100} />{' '}
      <span className="muted">
        {range === 'D1' ? 'in 24 hours' : formatSince(since)}
        {children}
      </span>
    </p>
  );
}
