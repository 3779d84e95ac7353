import { expect, test } from 'vitest';
import { type PlayerTotals, rankPlayers } from './leaderboard.ts';

const totals = (player: string, pnl: bigint): PlayerTotals => ({
  player,
  pnl,
  deposited: 10n * 10n ** 18n,
  volume: 4n * 10n ** 18n,
  bitmaps: 2,
  decided: 3,
  won: 2,
  markets: 6,
  mostMarkets: 3,
});

test('default: best profit first, in USDC and percent', () => {
  const board = rankPlayers([totals('0xb', 10n ** 17n), totals('0xa', 5n * 10n ** 17n)]);
  expect(board[0]).toEqual({
    rank: 1,
    walletAddress: '0xa',
    pnl: 0.5,
    winRate: 0.6667,
    roi: 5,
    totalVolume: 4,
    portfolioBets: 2,
    avgPortfolioSize: 3,
    largestPortfolio: 3,
  });
  expect(board[1]?.rank).toBe(2);
});

test('behavior: a player without ticks has zeros, equal profits are ordered by address', () => {
  const idle = { ...totals('0xc', 0n), deposited: 0n, bitmaps: 0, decided: 0, won: 0 };
  const board = rankPlayers([idle, totals('0xb', 0n)]);
  expect(board.map(({ walletAddress }) => walletAddress)).toEqual(['0xb', '0xc']);
  expect(board[1]).toMatchObject({ winRate: 0, roi: 0, avgPortfolioSize: 0 });
});
