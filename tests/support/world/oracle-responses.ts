import { keccak256 } from 'viem';
import type { SuccessResponse } from '../faulty-upstream.ts';
import { wallet } from './data-node-responses.ts';

/** A bitmap that the oracles of the small world accept. */
export const bitmap = '0xb0';
export const bitmapHash = keccak256(bitmap);

const stake = '100000000000000000';
const balance = '10000000000000000000';

const batch = {
  id: 3,
  creator: wallet,
  market_ids: ['bitcoin', 'ethereum'],
  tick_duration: 600,
  player_count: 1,
  paused: false,
};

/** The body of each path of an oracle that speaks as specified. */
export const oracleBodies: Readonly<Record<string, unknown>> = {
  '/vision/batches': { batches: [{ ...batch, market_count: 2, tvl: balance }] },
  '/vision/markets': {
    markets: [{ market_id: 'bitcoin', symbol: 'BTC', display_name: 'Bitcoin / USD' }],
  },
  '/vision/batch/3/state': {
    ...batch,
    created_at_tick: 2_945_376,
    next_tick: 1_767_226_200,
    players: [{ address: wallet, stake_per_tick: stake, balance, start_tick: 2, has_bitmap: true }],
  },
  '/vision/batch/3/history': {
    history: [
      {
        batch_id: 3,
        tick_id: 12,
        resolved_at: '2026-01-01T00:10:02Z',
        player_count: 2,
        total_matched: stake,
        results_json: { markets: [{ market_id: 'bitcoin', outcome: 'Up', pct_change: 0.42 }] },
      },
    ],
  },
  '/vision/reveal/3/12': {
    batch_id: 3,
    tick_id: 12,
    bitmaps: [{ player: wallet, bitmap_hex: bitmap, hash: bitmapHash }],
  },
  '/vision/backtest': {
    win_rate: 0.525,
    pnl_curve: [
      { tick: 0, pnl: 0.2 },
      { tick: 1, pnl: 0.1 },
    ],
    total_pnl: 0.1,
  },
  '/vision/bitmap': { accepted: true, batch_id: 3, player: wallet },
  [`/vision/balance/3/${wallet}`]: { batch_id: 3, player: wallet, balance, stake_per_tick: stake },
  '/vision/leaderboard': {
    leaderboard: [
      {
        rank: 1,
        walletAddress: wallet,
        pnl: 12.5,
        winRate: 0.53,
        roi: 12.5,
        totalVolume: 400,
        portfolioBets: 40,
        avgPortfolioSize: 10,
        largestPortfolio: 10,
      },
    ],
    updatedAt: '2026-01-01T00:10:02Z',
  },
  '/vision/stats/global': { batches: 1, players: 1 },
};

/** What an oracle of the small world answers; 404 elsewhere. */
export function oracleResponse(path: string, body = ''): SuccessResponse {
  if (path === '/vision/bitmap' && body !== '') {
    const { batch_id, player } = JSON.parse(body) as { batch_id?: unknown; player?: unknown };
    return { body: JSON.stringify({ accepted: true, batch_id, player }) };
  }
  if (Object.hasOwn(oracleBodies, path)) return { body: JSON.stringify(oracleBodies[path]) };
  return { status: 404, body: JSON.stringify({ error: 'Batch not found' }) };
}
