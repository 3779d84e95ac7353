import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { NavRange } from '../../generated/graphql.ts';
import { formatPrice } from '../../lib/format.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { useLiveNav } from '../../ui/live-nav.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

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

const ranges: readonly (readonly [NavRange, string])[] = [
  ['D1', '1D'],
  ['D7', '7D'],
  ['D30', '30D'],
  ['D90', '90D'],
  ['Y1', '1Y'],
];
const height = 320;

/** A chart of the NAV over a selectable range, with the live value. */
export function NavChart({ itpId }: { readonly itpId: string }) {
  const [params, setParams] = useSearchParams();
  const range = ranges.find(([name]) => name === params.get('range'))?.[0] ?? 'D30';
  return (
    <>
      <SegmentedControl
        label="Range"
        value={range}
        options={ranges}
        onChange={(value) => setParams({ range: value }, { replace: true })}
      />
      <QuerySection query={navSeriesQuery} variables={{ id: itpId, range }} height={height + 64}>
        {({ dtf }) => <Chart itpId={itpId} points={dtf?.navSeries ?? []} />}
      </QuerySection>
    </>
  );
}

function Chart(props: {
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
    () => (nav === null ? null : { timestamp: openedAt, value: nav }),
    [nav, openedAt],
  );
  const first = props.points[0]?.nav;
  const last = nav ?? props.points.at(-1)?.nav;
  if (first === undefined || last === undefined)
    return <EmptyNote>No values in this range.</EmptyNote>;
  return (
    <>
      <p className="chart-change small">
        <PercentChange percent={(last / first - 1) * 100} />{' '}
        <span className="muted">in this range</span>
      </p>
      <TimeChart
        label={`NAV per share, now ${formatPrice(last)}`}
        series={series}
        format={formatPrice}
        height={height}
        live={live}
      />
    </>
  );
}
