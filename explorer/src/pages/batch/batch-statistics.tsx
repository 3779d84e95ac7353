import { graphql } from '../../generated/gql.ts';
import type { BatchStatisticsQuery } from '../../generated/graphql.ts';
import {
  formatMarket,
  formatNumber,
  formatPercent,
  formatTickMove,
  formatWei,
} from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

export const statisticsQuery = graphql(`
  query BatchStatistics($id: ID!) {
    batch(id: $id) {
      id
      statistics(ticks: 20) {
        resolvedTicks
        revealedTicks
        oneSidedPct
        forfeits
        matched
        fee
        markets {
          ticks
          upPct
          meanAbsChangePct
          market {
            marketId
            symbol
          }
        }
      }
    }
  }
`);

type Statistics = NonNullable<NonNullable<BatchStatisticsQuery['batch']>['statistics']>;
type Market = Statistics['markets'][number];

const columns: readonly Column<Market>[] = [
  {
    key: 'market',
    label: 'Market',
    cell: ({ market }) => <span className="ticker">{formatMarket(market)}</span>,
    sortBy: ({ market }) => formatMarket(market),
    csv: { market: ({ market }) => market.marketId },
  },
  {
    key: 'up',
    label: 'Went up',
    definition: 'Share of UP among the outcomes UP and DOWN',
    align: 'right',
    cell: ({ upPct }) => formatPercent(upPct),
    sortBy: ({ upPct }) => upPct,
    csv: 'up_pct',
  },
  {
    key: 'change',
    label: 'Mean absolute change',
    definition: 'Mean size of the change within a tick, whether up or down',
    align: 'right',
    cell: ({ meanAbsChangePct }) => formatTickMove(meanAbsChangePct),
    sortBy: ({ meanAbsChangePct }) => meanAbsChangePct,
    csv: 'mean_abs_change_pct',
  },
];

/** What the matched stakes of a market are. */
export const matchedDefinition =
  'In each market that moved, the smaller of the two sides: what the winners take from the losers.';

const definitions = {
  ticks:
    'Settled ticks have outcomes. Their predictions are revealed later, so fewer ticks are revealed.',
  matched: `${matchedDefinition} The sum over the counted ticks.`,
  fees: 'What claims cost if all winnings are claimed: 0.05 % of what was matched.',
  oneSided:
    'How often all stakes of a market were on one side, as a share of all outcomes. Nobody can win then, and every stake is given back.',
  forfeits:
    'How often a player with a stake sent no predictions in time, which loses the stake of that tick. Counted in revealed ticks, for players who are still in the batch.',
} as const;

/** How the markets of a batch ended in its newest settled ticks. */
export function BatchStatistics({ batchId }: { readonly batchId: string }) {
  const variables = { id: batchId };
  return (
    <QuerySection query={statisticsQuery} variables={variables} height={300} every={15_000}>
      {({ batch }) => {
        const statistics = batch?.statistics;
        if (!statistics?.resolvedTicks) return <EmptyNote>No tick is settled yet.</EmptyNote>;
        return (
          <>
            <Stats>
              <Stat
                label="Ticks"
                definition={definitions.ticks}
                note={`${formatNumber(statistics.revealedTicks)} revealed`}
              >
                {formatNumber(statistics.resolvedTicks)}
              </Stat>
              <Stat label="Matched" definition={definitions.matched}>
                {formatWei(statistics.matched, 'USDC')}
              </Stat>
              <Stat label="Fees" definition={definitions.fees}>
                {formatWei(statistics.fee, 'USDC')}
              </Stat>
              <Stat label="One-sided" definition={definitions.oneSided}>
                {formatPercent(statistics.oneSidedPct)}
              </Stat>
              <Stat label="Forfeits" definition={definitions.forfeits}>
                {formatNumber(statistics.forfeits)}
              </Stat>
            </Stats>
            <DataTable
              label="Markets in settled ticks"
              csv={`batch-${batchId}-markets-in-ticks`}
              firstRows={10}
              columns={columns}
              rows={statistics.markets}
              rowKey={({ market }) => market.marketId}
              empty="No market has an outcome yet."
            />
            <ProofLine
              source="Oracles"
              query={statisticsQuery}
              variables={variables}
              age="response"
            />
          </>
        );
      }}
    </QuerySection>
  );
}
