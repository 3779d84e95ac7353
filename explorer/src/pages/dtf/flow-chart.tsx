import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { formatSignedUsd, formatUsd, formatUsdMark } from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';
import { Stat, Stats, UsdGain } from '../../ui/figures.tsx';
import { type Flow, toMonths } from './flow-ranges.ts';

const definitions = {
  minted:
    'Value of the shares minted in the range, without fees, USD: the sum over its days (UTC).',
  redeemed:
    'Value of the shares redeemed in the range, without fees, USD: the sum over its days (UTC).',
  net: 'Minted less redeemed, USD.',
} as const;

/** Height of the chart of flows, pixels. */
export const flowChartHeight = 240;

/** The sums of some flows, and a chart of them by day or by month. */
export function FlowChart(props: { readonly flows: readonly Flow[]; readonly byMonth: boolean }) {
  const { flows, byMonth } = props;
  const series = useMemo(() => toSeries(byMonth ? toMonths(flows) : flows), [flows, byMonth]);
  return (
    <>
      <Stats>
        <Stat label="Minted" definition={definitions.minted}>
          {formatUsd(sum(flows.map(({ mintedUsd }) => mintedUsd)))}
        </Stat>
        <Stat label="Redeemed" definition={definitions.redeemed}>
          {formatUsd(sum(flows.map(({ redeemedUsd }) => redeemedUsd)))}
        </Stat>
        <Stat label="Net" definition={definitions.net}>
          <UsdGain usd={sum(flows.map(({ netUsd }) => netUsd))} />
        </Stat>
      </Stats>
      <div className="below-controls">
        <TimeChart
          label={`Shares minted and redeemed by ${byMonth ? 'month' : 'day'}`}
          series={series}
          format={formatSignedUsd}
          formatMark={formatUsdMark}
          height={flowChartHeight}
          daily
        />
        {byMonth && <p className="small muted">Each bar is a month, at its first day.</p>}
      </div>
    </>
  );
}

/** Returns the bars of a chart: above zero what was minted, below what was redeemed. */
function toSeries(flows: readonly Flow[]) {
  const pointsOf = (read: (flow: Flow) => number) =>
    flows.map((flow) => ({ timestamp: Date.parse(flow.date) / 1000, value: read(flow) }));
  return [
    {
      name: 'Minted',
      look: 'bars' as const,
      token: '--up',
      points: pointsOf(({ mintedUsd }) => mintedUsd),
    },
    {
      name: 'Redeemed',
      look: 'bars' as const,
      token: '--down',
      points: pointsOf(({ redeemedUsd }) => -redeemedUsd),
    },
    { name: 'Net', look: 'text' as const, points: pointsOf(({ netUsd }) => netUsd) },
  ];
}
