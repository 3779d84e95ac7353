/** A player's results in the requested batches; amounts in wei. */
export type PlayerTotals = {
  readonly player: string;
  readonly pnl: bigint;
  readonly deposited: bigint;
  /** Stakes of all ticks, played or forfeited. */
  readonly volume: bigint;
  /** Number of ticks played with a bitmap. */
  readonly bitmaps: number;
  /** Number of bets on markets that went up or down, and how many of them were correct. */
  readonly decided: number;
  readonly won: number;
  /** Number of markets of all played bitmaps, and of the largest one. */
  readonly markets: number;
  readonly mostMarkets: number;
};

/** A row of the leaderboard in wire names; amounts in USDC, not wei. */
export type LeaderboardEntry = {
  readonly rank: number;
  readonly walletAddress: string;
  readonly pnl: number;
  /** Fraction, 0 to 1. */
  readonly winRate: number;
  /** Percent of the deposits. */
  readonly roi: number;
  readonly totalVolume: number;
  readonly portfolioBets: number;
  readonly avgPortfolioSize: number;
  readonly largestPortfolio: number;
};

/** Ranks players by profit, highest first; equal profits are ordered by address. */
export function rankPlayers(totals: readonly PlayerTotals[]): readonly LeaderboardEntry[] {
  const sorted = [...totals].sort((a, b) => {
    if (a.pnl !== b.pnl) return a.pnl > b.pnl ? -1 : 1;
    return a.player < b.player ? -1 : 1;
  });
  return sorted.map((each, i) => ({
    rank: i + 1,
    walletAddress: each.player,
    pnl: toUsdc(each.pnl),
    winRate: ratio(each.won, each.decided),
    roi: each.deposited > 0n ? Number((each.pnl * 1_000_000n) / each.deposited) / 10_000 : 0,
    totalVolume: toUsdc(each.volume),
    portfolioBets: each.bitmaps,
    avgPortfolioSize: each.bitmaps > 0 ? each.markets / each.bitmaps : 0,
    largestPortfolio: each.mostMarkets,
  }));
}

function toUsdc(wei: bigint): number {
  return Number(wei) / 1e18;
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 10_000 : 0;
}
