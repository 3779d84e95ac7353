import { useQuery } from 'urql';
import { graphql } from '../../generated/gql.ts';
import type { NavRange } from '../../generated/graphql.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { NavCandles } from './nav-candles.tsx';
import { NavLine } from './nav-line.tsx';

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

const ranges: readonly (readonly [NavRange, string])[] = [
  ['D1', '1D'],
  ['D7', '7D'],
  ['D30', '30D'],
  ['D90', '90D'],
  ['Y1', '1Y'],
];
const charts = [
  ['line', 'Line'],
  ['candles', 'Candles'],
] as const;

/** A chart of the NAV over a selectable range, as a line with the live value or as candles. */
export function NavChart({ itpId }: { readonly itpId: string }) {
  const [range, setRange] = useUrlChoice('range', ranges, 'D30');
  const [chart, setChart] = useUrlChoice('chart', charts, 'line');
  const [{ data, error }] = useQuery({ query: candleProbeQuery, variables: { id: itpId } });
  const hasNoCandles = error === undefined && data?.dtf?.candles === null;
  const showsCandles = chart === 'candles' && !hasNoCandles;
  return (
    <>
      <div className="chart-controls">
        <SegmentedControl label="Range" value={range} options={ranges} onChange={setRange} />
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
