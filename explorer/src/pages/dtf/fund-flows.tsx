import { useMemo } from 'react';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { FundFlowsQuery, NavRange } from '../../generated/graphql.ts';
import { formatSignedUsd, formatUsd, formatUsdMark } from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { Stat, Stats, UsdGain } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { NoFlows } from './no-flows.tsx';

const flowsQuery = graphql(`
  query FundFlows($id: ID!, $range: NavRange!) {
    dtf(id: $id) {
      id
      flows(range: $range) {
        date
        mintedUsd
        redeemedUsd
        netUsd
      }
    }
  }
`);

type Flow = NonNullable<NonNullable<FundFlowsQuery['dtf']>['flows']>[number];

const ranges: readonly (readonly [NavRange, string])[] = [
  ['D30', '30 days'],
  ['D90', '90 days'],
  ['Y1', '1 year'],
];
const longest = 'Y1';
const chartHeight = 240;

/** Shows the value of the shares that were minted and redeemed on each day of a range. */
export function FundFlows({ itpId }: { readonly itpId: string }) {
  const [range, setRange] = useUrlChoice('flows', ranges, longest);
  return (
    <>
      <SegmentedControl
        label="Range of the flows"
        value={range}
        options={ranges}
        onChange={setRange}
      />
      <div className="below-controls">
        <QuerySection
          query={flowsQuery}
          variables={{ id: itpId, range }}
          height={chartHeight + 110}
          every={60_000}
        >
          {({ dtf }) => {
            if (dtf?.flows == null)
              return <EmptyNote>The contract does not know this fund.</EmptyNote>;
            if (!dtf.flows.some(hasFlow)) {
              const onWiden = range === longest ? null : () => setRange(longest);
              return <NoFlows itpId={itpId} onWiden={onWiden} />;
            }
            return <Flows flows={dtf.flows} />;
          }}
        </QuerySection>
      </div>
    </>
  );
}

const hasFlow = ({ mintedUsd, redeemedUsd }: Flow) => mintedUsd !== 0 || redeemedUsd !== 0;

function Flows({ flows }: { readonly flows: readonly Flow[] }) {
  const series = useMemo(() => toSeries(flows), [flows]);
  return (
    <>
      <Stats>
        <Stat label="Minted">{formatUsd(sum(flows.map(({ mintedUsd }) => mintedUsd)))}</Stat>
        <Stat label="Redeemed">{formatUsd(sum(flows.map(({ redeemedUsd }) => redeemedUsd)))}</Stat>
        <Stat label="Net">
          <UsdGain usd={sum(flows.map(({ netUsd }) => netUsd))} />
        </Stat>
      </Stats>
      <div className="below-controls">
        <TimeChart
          label="Shares minted and redeemed by day"
          series={series}
          format={formatSignedUsd}
          formatMark={formatUsdMark}
          height={chartHeight}
          daily
        />
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
