import { expect, test } from 'vitest';
import { rankPlayers } from './rank-players.ts';

type Leaderboard = NonNullable<Parameters<typeof rankPlayers>[0]>;
type Entry = NonNullable<Leaderboard['entries']>['edges'][number]['node'];

const entry = (name: string, rank: number, bitmapsPlayed: number, pnlUsd: number) =>
  ({
    rank,
    pnlUsd,
    winRate: 0.5,
    roiPct: 1,
    bitmapsPlayed,
    totalVolumeUsd: 10,
    portfolio: { id: name, address: name },
  }) as unknown as Entry;

const leaderboardOf = (nodes: readonly Entry[]) =>
  ({
    updatedAt: 0,
    entries: { totalCount: nodes.length, edges: nodes.map((node) => ({ node })) },
  }) as unknown as Leaderboard;

test('behavior: players with forfeits alone have figures and no rank, below all with a settled tick', () => {
  const players = rankPlayers(
    leaderboardOf([
      entry('first', 1, 20, 5),
      entry('idle', 2, 0, 0),
      entry('forfeited', 3, 0, -1),
      entry('last', 4, 20, -8),
    ]),
  );
  expect(players.map(({ address, place }) => [address, place])).toEqual([
    ['first', 1],
    ['last', 2],
    ['forfeited', null],
    ['idle', null],
  ]);
  expect(players[2]).toMatchObject({ profit: -1, ticks: 0, winRate: null });
  expect(players[3]).toMatchObject({ profit: null, ticks: null });
});
