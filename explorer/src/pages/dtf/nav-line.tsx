import { useMemo, useState } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { NavRange } from '../../generated/graphql.ts';
import { formatDateTime, formatPrice, formatUtcDay } from '../../lib/format.ts';
import { readRange, selectFrom } from '../../performance/nav-ranges.ts';
import { useLiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { navChartHeight, RangeChange, selectView, type View } from './range-change.tsx';

const navSeriesQuery = graphql(`
  query NavSeries($id: ID!, $range: NavRange!, $week: Boolean!) {
    dtf(id: $id) {
      id
      navSeries(range: $range) {
        timestamp
        nav
      }
      hours: navSeries(range: D7) @include(if: $week) {
        timestamp
        nav
      }
    }
  }
`);

/** Formats the time of a NAV of a day, which is that of its midnight (UTC), or of the live one. */
const formatDayOrTime = (timestamp: number): string =>
  timestamp % 86_400 === 0 ? formatUtcDay(timestamp) : formatDateTime(timestamp);

/** The NAV of a fund over a range as a line that ends in the live value. */
export function NavLine(props: {
  readonly itpId: string;
  readonly range: NavRange;
  readonly dayChangePct: number | null;
}) {
  const { itpId, range, dayChangePct } = props;
  const height = navChartHeight + 64;
  const { range: readAs, from } = readRange(range);
  const variables = { id: itpId, range: readAs, week: range === 'D7' };
  return (
    <QuerySection query={navSeriesQuery} variables={variables} height={height}>
      {({ dtf }) => {
        const points = selectFrom(dtf?.navSeries ?? [], from);
        const hours = dtf?.hours ?? [];
        // The hours begin at the present time of day, the week at midnight.
        const before = points.filter(({ timestamp }) => timestamp < (hours[0]?.timestamp ?? 0));
        return (
          <Line
            itpId={itpId}
            range={range}
            dayChangePct={dayChangePct}
            points={hours.length === 0 ? points : [...before, ...hours]}
          />
        );
      }}
    </QuerySection>
  );
}

function Line(props: {
  readonly itpId: string;
  readonly range: NavRange;
  readonly dayChangePct: number | null;
  readonly points: readonly { readonly timestamp: number; readonly nav: number }[];
}) {
  const nav = useLiveNav(props.itpId);
  const series = useMemo(
    () => [
      {
        name: 'NAV',
        look: 'area' as const,
        points: props.points.map(({ timestamp, nav }) => ({ timestamp, value: nav })),
      },
    ],
    [props.points],
  );
  // The live value is a point with a fixed time, because new times would extend the axis.
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000));
  const live = useMemo(
    () => (nav === null ? null : { timestamp: openedAt, values: [nav] }),
    [nav, openedAt],
  );
  const [view, setView] = useState<View>(null);
  const shown = selectView(
    nav === null ? props.points : [...props.points, { timestamp: openedAt, nav }],
    view,
  );
  const first = shown[0];
  const end = shown.at(-1);
  const last = nav ?? props.points.at(-1)?.nav;
  if (first === undefined || end === undefined || last === undefined)
    return <EmptyNote>No values in this range.</EmptyNote>;
  return (
    <>
      <RangeChange
        first={first}
        last={end}
        range={props.range}
        isZoomed={view !== null}
        dayChangePct={props.dayChangePct}
      />
      <TimeChart
        label={`NAV per share, now ${formatPrice(last)}`}
        series={series}
        format={formatPrice}
        height={navChartHeight}
        formatTime={props.range === 'D1' || props.range === 'D7' ? formatDateTime : formatDayOrTime}
        live={live}
        onZoom={setView}
      />
    </>
  );
}
