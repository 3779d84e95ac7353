import { graphql } from '../../generated/gql.ts';
import type { LeaderboardQuery } from '../../generated/graphql.ts';
import { formatFraction, formatNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PlayerLink, UsdGain } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';

export const leaderboardQuery = graphql(`
  query Leaderboard($batchId: ID) {
    leaderboard(batchId: $batchId) {
      updatedAt
      entries(first: 100) {
        totalCount
        edges {
          node {
            rank
            pnlUsd
            winRate
            roiPct
            bitmapsPlayed
            totalVolumeUsd
            portfolio {
              id
              address
            }
          }
        }
      }
    }
  }
`);

type Row = NonNullable<
  NonNullable<LeaderboardQuery['leaderboard']>['entries']
>['edges'][number]['node'];

const columns: readonly Column<Row>[] = [
  {
    key: 'rank',
    label: '#',
    cell: ({ rank }) => formatNumber(rank),
    sortBy: ({ rank }) => rank,
    csv: 'rank',
  },
  {
    key: 'player',
    label: 'Player',
    cell: ({ portfolio }) =>
      portfolio === null ? '–' : <PlayerLink address={portfolio.address} />,
    csv: { player: ({ portfolio }) => portfolio?.address },
  },
  {
    key: 'won',
    label: 'Won',
    align: 'right',
    cell: ({ winRate }) => formatFraction(winRate, 0),
    sortBy: ({ winRate }) => winRate,
    csv: 'win_rate_fraction',
  },
  {
    key: 'pnl',
    label: 'Profit',
    align: 'right',
    cell: ({ pnlUsd }) => <UsdGain usd={pnlUsd} />,
    sortBy: ({ pnlUsd }) => pnlUsd,
    csv: { profit_usd: ({ pnlUsd }) => pnlUsd, return_pct: ({ roiPct }) => roiPct },
  },
];

/** A ranking of players by profit, in all batches or in one. */
export function Leaderboard({ batchId = null }: { readonly batchId?: string | null }) {
  return (
    <QuerySection query={leaderboardQuery} variables={{ batchId }} height={288} every={15_000}>
      {({ leaderboard }) => (
        <DataTable
          label="Leaderboard"
          csv={batchId === null ? 'leaderboard' : `batch-${batchId}-leaderboard`}
          total={leaderboard?.entries?.totalCount}
          columns={columns}
          rows={leaderboard?.entries?.edges.map(({ node }) => node) ?? []}
          rowKey={({ rank }) => String(rank)}
          empty="Nobody has played a whole tick yet."
        />
      )}
    </QuerySection>
  );
}
