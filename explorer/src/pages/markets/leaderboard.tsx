import { graphql } from '../../generated/gql.ts';
import type { LeaderboardQuery } from '../../generated/graphql.ts';
import { formatFraction, formatNumber, formatUsdc } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange, PlayerLink, UsdcGain, WalletLink } from '../../ui/figures.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { TimeSince } from '../../ui/time.tsx';
import { returnDefinition, returnOnStake } from './return-on-stake.ts';

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

type Entry = NonNullable<
  NonNullable<LeaderboardQuery['leaderboard']>['entries']
>['edges'][number]['node'];

type LeaderboardData = LeaderboardQuery['leaderboard'];

/** A player of the leaderboard; its figures and its place are null without a whole tick. */
export type RankedPlayer = {
  readonly address: string | null;
  /** 1 is the most profit among the players who have played. */
  readonly place: number | null;
  /** USDC. */
  readonly profit: number | null;
  readonly staked: number | null;
  readonly ticks: number | null;
  /** Right predictions among those of markets that moved, 0 to 1; null for forfeits alone. */
  readonly winRate: number | null;
  readonly returnPct: number | null;
  readonly returnOnDepositsPct: number | null;
};

/**
 * Ranks the players of a leaderboard by profit. The oracles rank one without a tick by a profit of
 * 0, between gains and losses; here it comes last and has no place.
 */
export function rankPlayers(leaderboard: LeaderboardData): readonly RankedPlayer[] {
  const rows = leaderboard?.entries?.edges.map(({ node }) => node) ?? [];
  const played = rows.filter(hasPlayed).toSorted((left, right) => left.rank - right.rank);
  return [
    ...played.map((row, index) => ({
      address: row.portfolio?.address ?? null,
      place: index + 1,
      profit: row.pnlUsd,
      staked: row.totalVolumeUsd,
      ticks: row.bitmapsPlayed,
      winRate: row.bitmapsPlayed > 0 ? row.winRate : null,
      returnPct: returnOnStake(row.pnlUsd, row.totalVolumeUsd),
      returnOnDepositsPct: row.roiPct,
    })),
    ...rows
      .filter((row) => !hasPlayed(row))
      .map(({ portfolio }) => ({ ...unranked, address: portfolio?.address ?? null })),
  ];
}

const unranked = {
  place: null,
  profit: null,
  staked: null,
  ticks: null,
  winRate: null,
  returnPct: null,
  returnOnDepositsPct: null,
} as const;

/** Whether a player has played a tick or forfeited one. */
const hasPlayed = ({ bitmapsPlayed, pnlUsd }: Entry): boolean => bitmapsPlayed > 0 || pnlUsd !== 0;

const columns: readonly Column<RankedPlayer>[] = [
  {
    key: 'rank',
    label: '#',
    cell: ({ place }) => formatNumber(place),
    sortBy: ({ place }) => place,
    csv: 'rank',
  },
  {
    key: 'player',
    label: 'Player',
    cell: ({ address }) => (address === null ? '–' : <PlayerLink address={address} />),
    csv: { player: ({ address }) => address },
  },
  {
    key: 'right',
    label: 'Right',
    definition: 'Right predictions among those of markets that moved',
    align: 'right',
    cell: ({ winRate }) => formatFraction(winRate),
    sortBy: ({ winRate }) => winRate,
    csv: 'win_rate_fraction',
  },
  {
    key: 'ticks',
    label: 'Ticks',
    definition: 'Ticks that the player played with a bitmap',
    align: 'right',
    minor: true,
    cell: ({ ticks }) => formatNumber(ticks),
    sortBy: ({ ticks }) => ticks,
    csv: 'ticks_played',
  },
  {
    key: 'staked',
    label: 'Staked',
    definition: 'Stakes of these ticks, played or forfeited',
    align: 'right',
    minor: true,
    cell: ({ staked }) => (staked === null ? '–' : formatUsdc(staked)),
    sortBy: ({ staked }) => staked,
    csv: 'staked_usdc',
  },
  {
    key: 'return',
    label: 'Return on stake',
    definition: returnDefinition,
    align: 'right',
    minor: true,
    cell: ({ returnPct }) => <PercentChange percent={returnPct} />,
    sortBy: ({ returnPct }) => returnPct,
    csv: {
      return_on_stake_pct: ({ returnPct }) => returnPct,
      return_on_deposits_pct: ({ returnOnDepositsPct }) => returnOnDepositsPct,
    },
  },
  {
    key: 'pnl',
    label: 'Profit',
    definition: 'Payouts less stakes of the settled ticks, before the fee of a claim',
    align: 'right',
    cell: ({ profit }) => (profit === null ? '–' : <UsdcGain amount={profit} />),
    sortBy: ({ profit }) => profit,
    csv: 'profit_usdc',
  },
];

/** The columns with links to portfolios in place of records of players. */
const walletColumns = columns.map(
  (column): Column<RankedPlayer> =>
    column.key === 'player'
      ? {
          ...column,
          cell: ({ address }) => (address === null ? '–' : <WalletLink address={address} />),
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
            rows={rankPlayers(leaderboard)}
            rowKey={({ address }, index) => address ?? String(index)}
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
