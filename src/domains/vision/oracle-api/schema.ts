import { z } from 'zod';
import {
  addressSchemaFormat,
  hexSchemaFormat,
  timeSchemaFormat,
  weiSchemaFormat,
} from '../../../http/openapi-formats.ts';

const wei = (what: string) =>
  z.string().meta({ description: `${what}, wei (18 decimals)`, ...weiSchemaFormat });
const address = (description: string) => z.string().meta({ description, ...addressSchemaFormat });
const time = (description: string) => z.string().meta({ description, ...timeSchemaFormat });

/** A batch in the list. Unknown fields of an oracle are kept. */
export const batchResponseSchema = z
  .looseObject({
    id: z.number().int().describe('Batch identifier'),
    creator: address('Address of the creator'),
    market_ids: z.array(z.string()).describe('Markets, in the order of their bits'),
    market_count: z.number().int().describe('Number of markets'),
    tick_duration: z.number().describe('Seconds between two tick resolutions'),
    player_count: z.number().int().describe('Active players, live'),
    tvl: wei('Total value locked across players'),
    paused: z.boolean().describe('Paused by oracle consensus'),
  })
  .meta({ id: 'Batch' });

/** Body of /vision/batches. */
export const batchListResponseSchema = z
  .object({ batches: z.array(batchResponseSchema) })
  .meta({ id: 'BatchList' });

/** A player in a batch. */
export const batchPlayerResponseSchema = z
  .looseObject({
    address: address('Address of the player'),
    stake_per_tick: wei('Stake per tick and market'),
    balance: wei('Balance in the batch'),
    start_tick: z.number().int().describe('Tick at which the player joined'),
    has_bitmap: z
      .boolean()
      .describe(
        'Whether the oracle has a bitmap for this tick; without one the stake is forfeited',
      ),
  })
  .meta({ id: 'BatchPlayer' });

/** Body of /vision/batch/{id}/state. */
export const batchStateResponseSchema = z
  .looseObject({
    id: z.number().int().describe('Batch identifier'),
    creator: address('Address of the creator'),
    market_ids: z.array(z.string()).describe('Markets, in the order of their bits'),
    tick_duration: z.number().describe('Seconds between two tick resolutions'),
    created_at_tick: z.number().int().describe('Tick number at creation'),
    paused: z.boolean().describe('Paused by oracle consensus'),
    player_count: z.number().int().describe('Active players'),
    next_tick: z.number().int().describe('Next tick resolution, Unix seconds'),
    players: z.array(batchPlayerResponseSchema),
  })
  .meta({ id: 'BatchState' });

/** A market that oracles resolve. */
export const visionMarketResponseSchema = z
  .looseObject({
    market_id: z.string().describe('Market identifier'),
    symbol: z.string().describe('Short ticker'),
    display_name: z.string().describe('Name'),
  })
  .meta({ id: 'VisionMarket' });

/** Body of /vision/markets. */
export const visionMarketListResponseSchema = z
  .object({ markets: z.array(visionMarketResponseSchema) })
  .meta({ id: 'VisionMarketList' });

/** Outcome of one market in a resolved tick. */
export const marketOutcomeResponseSchema = z
  .object({
    market_id: z.string().describe('Market identifier'),
    outcome: z.string().nullable().describe('Up, Down, Flat, Cancelled, AllSameSide or AllLosers'),
    pct_change: z.number().nullable().describe('Percent'),
    went_up: z.boolean().nullish(),
    start_price: z.union([z.number(), z.string()]).nullish(),
    end_price: z.union([z.number(), z.string()]).nullish(),
  })
  .meta({ id: 'TickOutcome' });

/** A resolved tick. */
export const tickEntryResponseSchema = z
  .looseObject({
    batch_id: z.number().int().describe('Batch identifier'),
    tick_id: z.number().int().describe('Number of the tick within the batch'),
    resolved_at: time('Time of resolution, ISO 8601').nullable(),
    player_count: z.number().int().nullable().describe('Players who took part'),
    total_matched: wei('Volume matched').nullable(),
    results_json: z
      .object({ markets: z.array(marketOutcomeResponseSchema).optional() })
      .nullable()
      .describe('`{markets: [{market_id, outcome, pct_change}]}`'),
  })
  .meta({ id: 'TickEntry' });

/** Body of /vision/batch/{id}/history. */
export const tickHistoryResponseSchema = z
  .object({ history: z.array(tickEntryResponseSchema).describe('Newest first') })
  .meta({ id: 'TickHistory' });

/** Body of /vision/reveal/{batch_id}/{tick_id}. */
export const tickRevealResponseSchema = z
  .looseObject({
    batch_id: z.number().int(),
    tick_id: z.number().int(),
    bitmaps: z.array(
      z.looseObject({
        player: address('Address of the player'),
        bitmap_hex: z
          .string()
          .meta({ description: 'The bitmap, most significant bit first', ...hexSchemaFormat }),
        hash: z.string().meta({
          description: 'keccak256 of the bitmap; the commitment on the chain',
          ...hexSchemaFormat,
        }),
      }),
    ),
  })
  .meta({ id: 'Reveal' });

/** Body of /vision/balance/{batch_id}/{address}. */
export const playerBalanceResponseSchema = z
  .looseObject({
    batch_id: z.number().int(),
    player: address('Address of the player'),
    balance: wei('Balance in the batch'),
    stake_per_tick: wei('Stake per tick and market'),
  })
  .meta({ id: 'VisionBalance' });

/** A row of the leaderboard. Amounts are in USDC, not wei. */
export const leaderboardEntryResponseSchema = z
  .object({
    rank: z.number().int().describe('1 is the best'),
    walletAddress: address('Address of the player'),
    pnl: z.number().describe('Profit or loss, USDC'),
    winRate: z.number().describe('Fraction of correct predictions, 0 to 1'),
    roi: z.number().describe('Profit or loss in percent of the deposits'),
    totalVolume: z.number().describe('Stakes placed, USDC'),
    portfolioBets: z.number().describe('Bitmaps played'),
    avgPortfolioSize: z.number().describe('Average number of markets of a bitmap'),
    largestPortfolio: z.number().describe('Number of markets of the longest bitmap'),
  })
  .meta({ id: 'LeaderboardEntry' });

/** Body of /vision/leaderboard. */
export const leaderboardResponseSchema = z
  .object({
    leaderboard: z.array(leaderboardEntryResponseSchema).describe('By profit, descending'),
    updatedAt: time('ISO 8601'),
  })
  .meta({ id: 'Leaderboard' });

/** Response body of /vision/backtest. */
export const tickBacktestResponseSchema = z
  .looseObject({
    win_rate: z.number().describe('Fraction of correct predictions, 0 to 1, 4 decimals'),
    pnl_curve: z.array(z.object({ tick: z.number().int(), pnl: z.number() })),
    total_pnl: z.number().describe('Cumulative, ±1 per tick'),
  })
  .meta({ id: 'TickBacktest' });

export type Batch = z.infer<typeof batchResponseSchema>;
export type BatchState = z.infer<typeof batchStateResponseSchema>;
export type BatchPlayer = z.infer<typeof batchPlayerResponseSchema>;
export type Market = z.infer<typeof visionMarketResponseSchema>;
export type TickEntry = z.infer<typeof tickEntryResponseSchema>;
export type RevealedTick = z.infer<typeof tickRevealResponseSchema>;
export type PlayerBalance = z.infer<typeof playerBalanceResponseSchema>;
export type Leaderboard = z.infer<typeof leaderboardResponseSchema>;
export type LeaderboardEntry = z.infer<typeof leaderboardEntryResponseSchema>;
export type TickBacktest = z.infer<typeof tickBacktestResponseSchema>;
