import type { ReactNode } from 'react';
import type { NavRange } from '../../generated/graphql.ts';
import { formatDateTime, formatUtcDay } from '../../lib/format.ts';
import { formatSince } from '../../performance/nav-ranges.ts';
import { PercentChange } from '../../ui/figures.tsx';

/** Height of the chart of a fund's NAV, pixels. */
export const navChartHeight = 370;

/** The first and the last time of a chart that are in view, Unix seconds; null is all of it. */
export type View = { readonly from: number; readonly to: number } | null;

/** Returns what is in view. */
export const selectView = <Point extends { readonly timestamp: number }>(
  points: readonly Point[],
  view: View,
): readonly Point[] =>
  view === null
    ? points
    : points.filter(({ timestamp }) => timestamp >= view.from && timestamp <= view.to);

/** A value at a time, Unix seconds. */
type Moment = { readonly timestamp: number; readonly nav: number };

/** States how much the NAV has changed from the first to the last value in view. */
export function RangeChange(props: {
  readonly first: Moment;
  readonly last: Moment;
  readonly range: NavRange;
  readonly isZoomed: boolean;
  /** The change of 24 hours, which the page states elsewhere too. */
  readonly dayChangePct: number | null;
  /** What else is to be said about the chart. */
  readonly children?: ReactNode;
}) {
  const { first, last, range, isZoomed, dayChangePct, children } = props;
  const change = (last.nav / first.nav - 1) * 100;
  const isDay = range === 'D1' && !isZoomed;
  const format = (timestamp: number) =>
    range === 'D1' || range === 'D7' ? formatDateTime(timestamp) : formatUtcDay(timestamp);
  return (
    <p className="chart-change small">
      <PercentChange percent={isDay ? (dayChangePct ?? change) : change} />{' '}
      <span className="muted">
        {isDay && 'in 24 hours'}
        {isZoomed && `from ${format(first.timestamp)} to ${format(last.timestamp)}`}
        {!isDay && !isZoomed && formatSince(first.timestamp)}
        {children}
      </span>
    </p>
  );
}
