import { lazy, Suspense } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { longRanges, offerRanges, shortRanges } from '../../performance/nav-ranges.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NavLine } from './nav-line.tsx';
import { navChartHeight } from './range-change.tsx';

/** Loaded when they are chosen. */
const NavCandles = lazy(() =>
  import('./nav-candles.tsx').then(({ NavCandles }) => ({ default: NavCandles })),
);

const candleProbeQuery = graphql(`
  query CandleProbe($id: ID!) {
    dtf(id: $id) {
      id
      candles(interval: D1, maxPoints: 4) {
        timestamp
      }
      performance(range: MAX) {
        from
      }
    }
  }
`);

const ranges = [['D1', '1D'], ...shortRanges, ...longRanges] as const;
const charts = [
  ['line', 'Line'],
  ['candles', 'Candles'],
] as const;

/** A chart of the NAV over a selectable range, as a line with the live value or as candles. */
export function NavChart(props: {
  readonly itpId: string;
  /** The change of 24 hours as the head of the page states it. */
  readonly dayChangePct: number | null;
}) {
  const { itpId, dayChangePct } = props;
  const [chosen, setRange] = useUrlChoice('range', ranges, 'D30');
  const [chart, setChart] = useUrlChoice('chart', charts, 'line');
  const [{ data, error }] = useQuery({ query: candleProbeQuery, variables: { id: itpId } });
  const hasNoCandles = error === undefined && data?.dtf?.candles === null;
  const offered = offerRanges(ranges, data?.dtf?.performance?.from);
  // A longer range than the fund's age shows the same as the longest of those that are offered.
  const range = offered.some(([name]) => name === chosen) ? chosen : (offered.at(-1)?.[0] ?? 'Y1');
  const showsCandles = chart === 'candles' && !hasNoCandles;
  return (
    <>
      <div className="chart-controls">
        <SegmentedControl label="Range" value={range} options={offered} onChange={setRange} />
        {hasNoCandles ? (
          <p className="small muted">No candles: the data node has closing NAVs only.</p>
        ) : (
          <SegmentedControl
            label="Kind of chart"
            value={chart}
            options={charts}
            onChange={setChart}
          />
        )}
      </div>
      {showsCandles ? (
        <Suspense fallback={<Skeleton height={navChartHeight + 64} />}>
          <NavCandles key={range} itpId={itpId} range={range} dayChangePct={dayChangePct} />
        </Suspense>
      ) : (
        <NavLine itpId={itpId} range={range} dayChangePct={dayChangePct} />
      )}
    </>
  );
}
