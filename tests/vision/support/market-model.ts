import { keccak256 } from 'viem';
import type { StoredTick } from '../../../sandbox/oracle/store/tick-store.ts';

export const alice = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
export const bob = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
export const configHash = `0x${'c0'.repeat(32)}`;

/** UP, DOWN, UP and DOWN, UP, UP. */
export const bitmaps = { [alice]: '0xa0', [bob]: '0x60' } as const;

const common = {
  creator: bob,
  tick_duration: 10,
  paused: false,
  source_id: 'crypto',
  config_hash: configHash,
  current_tick: 5,
};
export const marketIds = ['bitcoin', 'ethereum', 'flatcoin'];

/** A batch of the list, as the specification spells it. */
export const batchEntry = (id: number) => ({
  id,
  ...common,
  market_ids: marketIds,
  market_count: 3,
  player_count: 2,
  tvl: '30000000000000000000',
});

/** In an order that is not the answer's. */
export const batches = [3, 7, 5].map(batchEntry);

export const state = {
  id: 7,
  ...common,
  market_ids: marketIds,
  created_at_tick: 179_000_000,
  player_count: 2,
  next_tick: 1_790_000_060,
  players: [alice, bob].map((address, position) => ({
    address: address.toLowerCase(),
    stake_per_tick: '1000000000000000000',
    balance: position === 0 ? '12000000000000000000' : '18000000000000000000',
    start_tick: 1,
    has_bitmap: position === 0,
  })),
};

export const markets = marketIds.map((market_id) => ({
  market_id,
  symbol: { bitcoin: 'BTC', ethereum: 'ETH' }[market_id] ?? 'FLAT',
  display_name: market_id,
}));

export const config = {
  config_hash: configHash,
  source_id: 'crypto',
  tick_duration: 10,
  lock_offset: 2,
  markets: markets.map(({ market_id, symbol }) => ({
    asset_id: market_id,
    symbol,
    name: market_id,
    resolution_type: 0,
    threshold_bps: 5,
  })),
};

const resolved = (tick: number): StoredTick =>
  ({
    batchId: 7,
    tick,
    resolvedAt: 1_790_000_000 + 10 * tick,
    summary: {
      playerCount: 2,
      totalMatched: '2000000000000000000',
      forfeited: '0',
      markets: [
        { id: 'bitcoin', outcome: 'Up', start: 100, end: 101, pct: 1 },
        { id: 'ethereum', outcome: 'Down', start: 100, end: 98, pct: -2 },
        { id: 'flatcoin', outcome: 'Flat', start: 5, end: 5, pct: 0 },
      ],
    },
  }) as unknown as StoredTick;

/** Ascending, which is not the answer's order. */
export const ticks = [1, 2, 3, 4].map(resolved);

export const reveal = {
  batch_id: 7,
  tick_id: 4,
  bitmaps: [alice, bob].map((player) => ({
    player: player.toLowerCase(),
    bitmap_hex: bitmaps[player as keyof typeof bitmaps],
    hash: keccak256(bitmaps[player as keyof typeof bitmaps]),
  })),
};

export const balance = {
  batch_id: 7,
  player: alice.toLowerCase(),
  balance: '12000000000000000000',
  stake_per_tick: '1000000000000000000',
  deposit: '10000000000000000000',
  bls_sig: `0x${'ab'.repeat(64)}`,
  signer_bitmap: '7',
  reference_nonce: 2,
  from_tick: 0,
  to_tick: 4,
  tick_id: 4,
  new_balance: '12000000000000000000',
};

export const leaderboard = {
  leaderboard: [
    {
      rank: 1,
      walletAddress: alice.toLowerCase(),
      pnl: 2,
      winRate: 0.75,
      roi: 20,
      totalVolume: 12,
      portfolioBets: 4,
      avgPortfolioSize: 3,
      largestPortfolio: 3,
    },
  ],
  updatedAt: '2026-09-21T13:34:00.000Z',
};

export const backtest = {
  win_rate: 0.5,
  pnl_curve: [{ tick: 0, pnl: 0 }],
  total_pnl: 0,
};
