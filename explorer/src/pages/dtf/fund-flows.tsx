import { graphql } from '../../generated/gql.ts';
import type { FundFlowsQuery } from '../../generated/graphql.ts';
import { useUrlChoice } from '../../lib/use-url-choice.ts';
import { SegmentedControl } from '../../ui/fields.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FlowChart, flowChartHeight } from './flow-chart.tsx';
import { type FlowRange, flowRanges, usualFlowRange } from './flow-ranges.ts';

const newestFlowsQuery = graphql(`
  query NewestFlows($id: ID!) {
    dtf(id: $id) {
      id
      events(first: 3, filter: { types: [MINTED, REDEEMED] }) {
        edges {
          node {
            timestamp
          }
        }
      }
    }
  }
`);

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

const height = flowChartHeight + 110;

/** Shows the value of the shares that were minted and redeemed in a range. */
export function FundFlows({ itpId }: { readonly itpId: string }) {
  return (
    <QuerySection query={newestFlowsQuery} variables={{ id: itpId }} height={height + 48}>
      {({ dtf }) => {
        if (dtf?.events == null)
          return <EmptyNote>The contract does not know this fund.</EmptyNote>;
        const newest = dtf.events.edges.map(({ node }) => node.timestamp);
        if (newest.length === 0) {
          return <EmptyNote>No shares have been minted or redeemed yet.</EmptyNote>;
        }
        return <Ranges itpId={itpId} usual={usualFlowRange(newest, Date.now() / 1000)} />;
      }}
    </QuerySection>
  );
}

function Ranges({ itpId, usual }: { readonly itpId: string; readonly usual: FlowRange }) {
  const [range, setRange] = useUrlChoice('flows', flowRanges, usual);
  return (
    <>
      <SegmentedControl
        label="Range of the flows"
        value={range}
        options={flowRanges}
        onChange={setRange}
      />
      <div className="below-controls">
        <QuerySection
          query={flowsQuery}
          variables={{ id: itpId, range }}
          height={height}
          every={60_000}
        >
          {({ dtf }) => {
            const flows = dtf?.flows ?? [];
            if (flows.some(hasFlow)) return <FlowChart flows={flows} byMonth={range === 'MAX'} />;
            return (
              <EmptyNote>
                No shares were minted or redeemed in this range.{' '}
                <button type="button" className="link" onClick={() => setRange('MAX')}>
                  Show all flows
                </button>
              </EmptyNote>
            );
          }}
        </QuerySection>
      </div>
    </>
  );
}

const hasFlow = ({ mintedUsd, redeemedUsd }: Flow) => mintedUsd !== 0 || redeemedUsd !== 0;
