import type { ReactNode } from 'react';
import type { NavRange } from '../../generated/graphql.ts';
import { PercentChange } from '../../ui/figures.tsx';

/** What a chart of a fund's NAV shows: a range of the API, or all since the fund was created. */
export type ChartRange = NavRange | 'ALL';

/** Height of the chart of a fund's NAV, pixels. */
export const navChartHeight = 320;

/** States how much the NAV has changed from the first to the last value of a range. */
export function RangeChange(props: {
  readonly first: number;
  readonly last: number;
  /** What else is to be said about the chart. */
  readonly children?: ReactNode;
}) {
  return (
    <p className="chart-change small">
      <PercentChange percent={(props.last / props.first - 1) * 100} />{' '}
      <span className="muted">in this range{props.children}</span>
    </p>
  );
}
