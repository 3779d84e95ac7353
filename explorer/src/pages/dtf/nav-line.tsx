import { useMemo, useState } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import { formatPrice } from '../../lib/format.ts';
import { useLiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { type ChartRange, navChartHeight, RangeChange } from './range-change.tsx';

const navSeriesQuery = graphql(`
  query NavSeries($id: ID!, $range: NavRange!) {
    dtf(id: $id) {
      id
      navSeries(range: $range) {
        timestamp
        nav
      }
    }
  }
`);

const dailyClosesQuery = graphql(`
  query DailyCloses($id: ID!) {
    dtf(id: $id) {
      id
      candles(interval: D1, from: 0) {
        timestamp
        close
      }
    }
  }
`);

/** The NAV of a fund over a range as a line that ends in the live value. */
export function NavLine({ itpId, range }: { readonly itpId: string; readonly range: ChartRange }) {
  const height = navChartHeight + 64;
  if (range === 'ALL') {
    return (
      <QuerySection query={dailyClosesQuery} variables={{ id: itpId }} height={height}>
        {({ dtf }) => (
          <Line
            itpId={itpId}
            points={(dtf?.candles ?? []).map(({ timestamp, close }) => ({ timestamp, nav: close }))}
          />
        )}
      </QuerySection>
    );
  }
  return (
    <QuerySection query={navSeriesQuery} variables={{ id: itpId, range }} height={height}>
      {({ dtf }) => <Line itpId={itpId} points={dtf?.navSeries ?? []} />}
    </QuerySection>
  );
}

function Line(props: {
  readonly itpId: string;
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
  const first = props.points[0]?.nav;
  const last = nav ?? props.points.at(-1)?.nav;
  if (first === undefined || last === undefined)
    return <EmptyNote>No values in this range.</EmptyNote>;
  return (
    <>
      <RangeChange first={first} last={last} />
      <TimeChart
        label={`NAV per share, now ${formatPrice(last)}`}
        series={series}
        format={formatPrice}
        height={navChartHeight}
        live={live}
      />
    </>
  );
}
