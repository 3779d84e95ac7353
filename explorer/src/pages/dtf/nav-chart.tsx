import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { NavCandles } from './nav-candles.tsx';
import { NavLine } from './nav-line.tsx';
import type { ChartRange } from './range-change.tsx';

const candleProbeQuery = graphql(`
  query CandleProbe($id: ID!) {
    dtf(id: $id) {
      id
      candles(interval: D1, maxPoints: 4) {
        timestamp
      }
    }
  }
`);

/** All is read as daily candles, which some data nodes do not have. */
const ranges: readonly (readonly [ChartRange, string])[] = [
  ['D1', '1D'],
  ['D7', '7D'],
  ['D30', '30D'],
  ['D90', '90D'],
  ['Y1', '1Y'],
  ['ALL', 'All'],
];
const charts = [
  ['line', 'Line'],
  ['candles', 'Candles'],
] as const;

/** A chart of the NAV over a selectable range, as a line with the live value or as candles. */
export function NavChart({ itpId }: { readonly itpId: string }) {
  const [chosen, setRange] = useUrlChoice('range', ranges, 'D30');
  const [chart, setChart] = useUrlChoice('chart', charts, 'line');
  const [{ data, error }] = useQuery({ query: candleProbeQuery, variables: { id: itpId } });
  const hasNoCandles = error === undefined && data?.dtf?.candles === null;
  const offered = hasNoCandles ? ranges.filter(([name]) => name !== 'ALL') : ranges;
  const range = hasNoCandles && chosen === 'ALL' ? 'Y1' : chosen;
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
        <NavCandles key={range} itpId={itpId} range={range} />
      ) : (
        <NavLine itpId={itpId} range={range} />
      )}
    </>
  );
}
