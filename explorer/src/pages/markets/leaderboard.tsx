import { graphql } from '../../generated/gql.ts';
import type { LeaderboardQuery } from '../../generated/graphql.ts';
import { formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, PlayerLink, UsdcGain, WalletLink } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';

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

/** Whether a ranked player has played a tick, without which its figures say nothing. */
export const hasPlayed = ({ bitmapsPlayed }: Row): boolean => bitmapsPlayed > 0;

/** Profit as a percentage of the stakes placed; null without any. */
export const returnOnVolume = ({ pnlUsd, totalVolumeUsd }: Row): number | null =>
  totalVolumeUsd === 0 ? null : (100 * pnlUsd) / totalVolumeUsd;

/** Returns the median of a figure of players; null where none has it. */
export function medianOf(rows: readonly Row[], read: (row: Row) => number | null): number | null {
  const values = rows.flatMap((row) => read(row) ?? []).toSorted((left, right) => left - right);
  const middle = values.length / 2;
  const [low, high] = [values[Math.ceil(middle) - 1], values[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

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
    key: 'right',
    label: 'Right',
    definition: 'Right predictions among those of markets that moved',
    align: 'right',
    cell: (row) => (hasPlayed(row) ? formatFraction(row.winRate) : '–'),
    sortBy: (row) => (hasPlayed(row) ? row.winRate : null),
    csv: 'win_rate_fraction',
  },
  {
    key: 'ticks',
    label: 'Ticks',
    definition: 'Ticks that the player played with a bitmap',
    align: 'right',
    minor: true,
    cell: (row) => (hasPlayed(row) ? formatNumber(row.bitmapsPlayed) : '–'),
    sortBy: ({ bitmapsPlayed }) => bitmapsPlayed,
    csv: 'ticks_played',
  },
  {
    key: 'staked',
    label: 'Staked',
    definition: 'Stakes placed in these ticks',
    align: 'right',
    minor: true,
    cell: (row) => (hasPlayed(row) ? formatUsdc(row.totalVolumeUsd) : '–'),
    sortBy: ({ totalVolumeUsd }) => totalVolumeUsd,
    csv: 'staked_usdc',
  },
  {
    key: 'return',
    label: 'Return on stake',
    definition: 'Profit in percent of the stakes placed in these ticks',
    align: 'right',
    minor: true,
    cell: (row) => <PercentChange percent={hasPlayed(row) ? returnOnVolume(row) : null} />,
    sortBy: (row) => (hasPlayed(row) ? returnOnVolume(row) : null),
    csv: {
      return_on_stake_pct: (row) => (hasPlayed(row) ? returnOnVolume(row) : null),
      return_on_deposits_pct: (row) => (hasPlayed(row) ? row.roiPct : null),
    },
  },
  {
    key: 'pnl',
    label: 'Profit',
    align: 'right',
    cell: (row) => (hasPlayed(row) ? <UsdcGain amount={row.pnlUsd} /> : '–'),
    sortBy: (row) => (hasPlayed(row) ? row.pnlUsd : null),
    csv: 'profit_usdc',
  },
];

/** The columns with links to portfolios in place of records of players. */
const walletColumns = columns.map(
  (column): Column<Row> =>
    column.key === 'player'
      ? {
          ...column,
          cell: ({ portfolio }) =>
            portfolio === null ? '–' : <WalletLink address={portfolio.address} />,
        }
      : column,
);

/** A ranking of players by profit, in all batches or in one. */
export function Leaderboard(props: {
  readonly batchId?: string | null;
  /** Whether players link to their portfolios. */
  readonly linksToWallets?: boolean;
}) {
  const { batchId = null, linksToWallets = false } = props;
  return (
    <QuerySection query={leaderboardQuery} variables={{ batchId }} height={288} every={15_000}>
      {({ leaderboard }) => (
        <>
          <DataTable
            label="Leaderboard"
            csv={batchId === null ? 'leaderboard' : `batch-${batchId}-leaderboard`}
            total={leaderboard?.entries?.totalCount}
            columns={linksToWallets ? walletColumns : columns}
            rows={leaderboard?.entries?.edges.map(({ node }) => node) ?? []}
            rowKey={({ rank }) => String(rank)}
            empty="Nobody has played a whole tick yet."
          />
          {leaderboard !== null && (
            <p className="proof-line muted">
              <span>
                Every tick that the oracles count,{' '}
                {batchId === null ? 'in all batches' : 'in this batch'}
              </span>
              <span>
                updated <TimeSince at={leaderboard.updatedAt} units={1} />
              </span>
            </p>
          )}
        </>
      )}
    </QuerySection>
  );
}
