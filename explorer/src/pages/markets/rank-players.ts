import { graphql } from '../../generated/gql.ts';
import type { LeaderboardQuery } from '../../generated/graphql.ts';
import { returnOnStake } from './return-on-stake.ts';

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

/** A player of the leaderboard; its figures are null without a tick, played or forfeited. */
export type RankedPlayer = {
  readonly address: string | null;
  /** 1 is the most profit among the players with a settled tick; null without one. */
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
 * Ranks the players of a leaderboard by profit. The oracles also rank those without a settled tick,
 * who have forfeits alone or nothing; here they come last, in this order, and have no place.
 */
export function rankPlayers(leaderboard: LeaderboardData): readonly RankedPlayer[] {
  const rows = (leaderboard?.entries?.edges ?? [])
    .map(({ node }) => node)
    .toSorted((left, right) => left.rank - right.rank);
  const settled = rows.filter(({ bitmapsPlayed }) => bitmapsPlayed > 0);
  const forfeited = rows.filter(({ bitmapsPlayed, pnlUsd }) => bitmapsPlayed <= 0 && pnlUsd !== 0);
  const idle = rows.filter(({ bitmapsPlayed, pnlUsd }) => bitmapsPlayed <= 0 && pnlUsd === 0);
  return [
    ...settled.map((row, index) => ({ ...readFigures(row), place: index + 1 })),
    ...forfeited.map(readFigures),
    ...idle.map(({ portfolio }) => ({ ...unranked, address: portfolio?.address ?? null })),
  ];
}

const readFigures = (row: Entry): RankedPlayer => ({
  address: row.portfolio?.address ?? null,
  place: null,
  profit: row.pnlUsd,
  staked: row.totalVolumeUsd,
  ticks: row.bitmapsPlayed,
  winRate: row.bitmapsPlayed > 0 ? row.winRate : null,
  returnPct: returnOnStake(row.pnlUsd, row.totalVolumeUsd),
  returnOnDepositsPct: row.roiPct,
});

const unranked = {
  place: null,
  profit: null,
  staked: null,
  ticks: null,
  winRate: null,
  returnPct: null,
  returnOnDepositsPct: null,
} as const;
