import { graphql } from '../../generated/gql.ts';
import type { BatchStatisticsQuery } from '../../generated/graphql.ts';
import { formatMarket, formatNumber, formatPercent, formatWei } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Stat, Stats } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

const statisticsQuery = graphql(`
  query BatchStatistics($id: ID!) {
    batch(id: $id) {
      id
      statistics(ticks: 20) {
        resolvedTicks
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
    label: 'Up',
    align: 'right',
    cell: ({ upPct }) => formatPercent(upPct),
    sortBy: ({ upPct }) => upPct,
    csv: 'up_pct',
  },
  {
    key: 'change',
    label: 'Mean change',
    align: 'right',
    cell: ({ meanAbsChangePct }) => formatPercent(meanAbsChangePct, 2),
    sortBy: ({ meanAbsChangePct }) => meanAbsChangePct,
    csv: 'mean_abs_change_pct',
  },
];

/** How the markets of a batch ended in its newest settled ticks. */
export function BatchStatistics({ batchId }: { readonly batchId: string }) {
  return (
    <QuerySection query={statisticsQuery} variables={{ id: batchId }} height={300} every={60_000}>
      {({ batch }) => {
        const statistics = batch?.statistics;
        if (!statistics?.resolvedTicks) return <EmptyNote>No tick is settled yet.</EmptyNote>;
        return (
          <>
            <Stats>
              <Stat label="Ticks">{formatNumber(statistics.resolvedTicks)}</Stat>
              <Stat label="Matched">{formatWei(statistics.matched, 'USDC')}</Stat>
              <Stat label="Fees">{formatWei(statistics.fee, 'USDC', 4)}</Stat>
              <Stat label="One-sided">{formatPercent(statistics.oneSidedPct)}</Stat>
              <Stat label="Forfeits">{formatNumber(statistics.forfeits)}</Stat>
            </Stats>
            <DataTable
              label="Markets in settled ticks"
              csv={`batch-${batchId}-markets-in-ticks`}
              columns={columns}
              rows={statistics.markets}
              rowKey={({ market }) => market.marketId}
              empty="No market has an outcome yet."
            />
          </>
        );
      }}
    </QuerySection>
  );
}
