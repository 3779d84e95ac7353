import { z } from 'zod';
import { nameParameterSchema } from '../../../http/parse-params.ts';
import { jsonRoute, type Route } from '../../../http/route.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { batchPriceHistoryResponseSchema, maxBatchPriceDays } from '../batch-price-history.ts';
import type { VisionContext } from '../loaders.ts';
import {
  addressParameterSchema,
  batchIdParameterSchema,
  throwIfBatchCannotExist,
  tickParameterSchema,
} from '../params.ts';
import {
  batchListResponseSchema,
  batchStateResponseSchema,
  leaderboardResponseSchema,
  playerBalanceResponseSchema,
  tickBacktestResponseSchema,
  tickHistoryResponseSchema,
  tickRevealResponseSchema,
  visionMarketListResponseSchema,
} from './schema.ts';
import { bitmapBacktestBodySchema, runBitmapBacktest } from './tick-backtest.ts';

const tag = 'prediction market';
const unavailable = {
  502: {
    when: 'no oracle is available',
    message: 'the oracle is unavailable; try again later',
  },
};
const unknownBatch = { 404: { when: 'the batch does not exist', message: 'Batch 99 not found' } };
const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const batchFields = {
  id: 7,
  creator: wallet,
  market_ids: ['bitcoin', 'ethereum'],
  tick_duration: 600,
  paused: false,
  player_count: 1,
};

/** Routes that are served from one oracle. */
export const oracleServedRoutes: readonly Route<VisionContext>[] = [
  jsonRoute({
    path: '/vision/batches',
    tag,
    summary: 'All batches, newest first, at most 100',
    description:
      'Every batch that the oracles know, with its creator, markets, players and total value locked. Descending by id.',
    response: batchListResponseSchema,
    example: { batches: [{ ...batchFields, market_count: 2, tvl: '10000000000000000000' }] },
    csv: ({ batches }) => batches,
    policy: 'batches',
    errors: unavailable,
    handle: async (_input, context: VisionContext) => ({
      batches: [...(await context.loaders.vision.oracle.batches())],
    }),
  }),
  jsonRoute({
    path: '/vision/markets',
    tag,
    summary: 'The markets that oracles resolve',
    description: 'The markets that a batch may contain: the list that the oracles maintain.',
    response: visionMarketListResponseSchema,
    example: { markets: [{ market_id: 'bitcoin', symbol: 'BTC', display_name: 'Bitcoin' }] },
    csv: ({ markets }) => markets,
    policy: 'markets',
    errors: unavailable,
    handle: async (_input, context: VisionContext) => ({
      markets: [...(await context.loaders.vision.oracle.markets())],
    }),
  }),
  jsonRoute({
    path: '/vision/batch/{id}/state',
    tag,
    summary: 'Live state of a batch with its players',
    description:
      'The state from which the oracle schedules ticks: the time of the next tick, and each player with balance, stake and whether the oracle has a bitmap for the current tick. A player without a bitmap forfeits the stake.',
    params: z.object({ id: batchIdParameterSchema('id') }),
    response: batchStateResponseSchema,
    example: {
      ...batchFields,
      created_at_tick: 2945376,
      next_tick: 1767226200,
      players: [
        {
          address: wallet,
          stake_per_tick: '100000000000000000',
          balance: '10000000000000000000',
          start_tick: 3,
          has_bitmap: true,
        },
      ],
    },
    csv: ({ players }) => players,
    policy: 'batchState',
    errors: {
      400: { when: 'id is malformed', message: 'id must be a whole number, not negative' },
      ...unknownBatch,
      ...unavailable,
    },
    handle: ({ id }, context: VisionContext) =>
      context.loaders.vision.oracle.state(throwIfBatchCannotExist(id)),
  }),
  jsonRoute({
    path: '/vision/batch/{id}/history',
    tag,
    summary: 'Resolved ticks of a batch, newest first, at most 100',
    description:
      'With `days` the response contains the prices of the batch’s markets, read from the data node. If the data node does not know the batch, the request is forwarded to the oracle with `days`.',
    params: z.object({ id: batchIdParameterSchema('id') }),
    query: z.object({
      days: z
        .string()
        .regex(/^[1-9]\d{0,2}$/, 'days must be a whole number from 1 to 7')
        .transform((text) => Math.min(Number(text), maxBatchPriceDays))
        .optional()
        .meta({
          description: 'Days of prices, 1 to 7; more counts as 7',
          override: ({ jsonSchema }) => {
            delete jsonSchema.pattern;
            Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: maxBatchPriceDays });
          },
        }),
    }),
    response: z.union([tickHistoryResponseSchema, batchPriceHistoryResponseSchema]),
    example: {
      history: [
        {
          batch_id: 7,
          tick_id: 12,
          resolved_at: '2026-01-01T00:10:02Z',
          player_count: 2,
          total_matched: '100000000000000000',
          results_json: { markets: [{ market_id: 'bitcoin', outcome: 'Up', pct_change: 0.42 }] },
        },
      ],
    },
    csv: (body) => ('history' in body ? body.history : body.markets),
    policy: 'tickHistory',
    errors: {
      400: { when: 'id or days is malformed', message: 'days must be a whole number from 1 to 7' },
      ...unknownBatch,
      500: {
        when: 'an oracle cannot query its database',
        message: 'the tick history could not be read',
      },
      ...unavailable,
    },
    handle: async ({ id, days }, context: VisionContext) => {
      const { oracle, batchPrices } = context.loaders.vision;
      const batchId = throwIfBatchCannotExist(id);
      const prices =
        days === undefined ? null : await valueOrIfNotFound(() => batchPrices(batchId, days), null);
      return prices ?? { history: [...(await oracle.history(batchId, days))] };
    },
  }),
  jsonRoute({
    path: '/vision/reveal/{batch_id}/{tick_id}',
    tag,
    summary: 'The bitmaps of a completed tick, after its reveal window',
    description:
      'What each player predicted in the tick. Until the reveal window has expired the bitmaps are sealed, and the response is 403.',
    params: z.object({
      batch_id: batchIdParameterSchema('batch_id'),
      tick_id: tickParameterSchema('tick_id'),
    }),
    response: tickRevealResponseSchema,
    example: {
      batch_id: 7,
      tick_id: 12,
      bitmaps: [
        {
          player: wallet,
          bitmap_hex: '0xb0',
          hash: '0x7309e659d3b54b90dd276da6f341ea74b95ec755e381715e7140b0cef2f8d99f',
        },
      ],
    },
    csv: ({ bitmaps }) => bitmaps,
    policy: 'reveal',
    errors: {
      400: {
        when: 'batch_id or tick_id is malformed',
        message: 'batch_id must be a whole number, not negative',
      },
      403: {
        when: 'the reveal window has not expired; the message contains the deadline',
        message: 'Reveal window has not expired. Deadline: 1767226200',
      },
      ...unknownBatch,
      ...unavailable,
    },
    handle: (input, context: VisionContext) =>
      context.loaders.vision.oracle.reveal(
        throwIfBatchCannotExist(input.batch_id),
        throwIfBatchCannotExist(input.tick_id, 'tick'),
      ),
  }),
  jsonRoute({
    path: '/vision/backtest',
    method: 'POST',
    tag,
    summary: 'Backtests a bitmap over simulated ticks',
    description: 'Deterministic: the same markets, bitmap and ticks give the same result.',
    body: bitmapBacktestBodySchema,
    response: tickBacktestResponseSchema,
    example: {
      win_rate: 0.525,
      pnl_curve: [
        { tick: 0, pnl: 0.2 },
        { tick: 1, pnl: 0.1 },
      ],
      total_pnl: 0.1,
    },
    csv: ({ pnl_curve }) => pnl_curve,
    policy: 'no-store',
    errors: {
      400: {
        when: 'bitmap_hex is missing or invalid hex, ticks is malformed, or the batch has no markets',
        message: 'bitmap_hex is missing',
      },
      ...unknownBatch,
      413: { when: 'the body is larger than 256 kB', message: 'the body must be at most 256 kB' },
      415: {
        when: 'the body is not application/json',
        message: 'the body must be application/json',
      },
      ...unavailable,
    },
    handle: (input, context: VisionContext) => runBitmapBacktest(input, context),
  }),
  jsonRoute({
    path: '/vision/balance/{batch_id}/{address}',
    tag,
    summary: 'A player’s position in a batch, with the proof for a claim if there is one',
    description:
      'Balance and stake of a player. When the oracles have signed a proof for a claim, its fields are added; `fromTick` and `toTick` choose the ticks that it covers.',
    params: z.object({
      batch_id: batchIdParameterSchema('batch_id'),
      address: addressParameterSchema('address'),
    }),
    query: z.object({
      fromTick: tickParameterSchema('fromTick')
        .optional()
        .meta({ description: 'First tick of a claim' }),
      toTick: tickParameterSchema('toTick')
        .optional()
        .meta({ description: 'Last tick of a claim' }),
    }),
    response: playerBalanceResponseSchema,
    example: {
      batch_id: 7,
      player: wallet,
      balance: '10000000000000000000',
      stake_per_tick: '100000000000000000',
    },
    policy: 'balance',
    errors: {
      400: {
        when: 'batch_id or address is malformed',
        message: 'address must be 0x followed by 40 hex digits',
      },
      404: {
        when: 'the batch or the player does not exist',
        message: `Player not found: 0x${'9'.repeat(40)} not found in batch 3`,
      },
      ...unavailable,
    },
    handle: ({ batch_id, ...rest }, context: VisionContext) =>
      context.loaders.vision.oracle.balance({
        batchId: throwIfBatchCannotExist(batch_id),
        ...rest,
      }),
  }),
  jsonRoute({
    path: '/vision/leaderboard',
    tag,
    summary: 'Players by profit',
    description:
      'Players of the prediction market by profit or loss, descending; of one batch, or of the batches of one data source.',
    query: z.object({
      batch_id: batchIdParameterSchema('batch_id').optional(),
      source_id: nameParameterSchema('source_id').optional().meta({
        description: 'Data source of the batches; oracles that do not support it ignore it',
      }),
    }),
    response: leaderboardResponseSchema,
    example: {
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
    csv: ({ leaderboard }) => leaderboard,
    policy: 'leaderboard',
    errors: {
      400: {
        when: 'batch_id or source_id is malformed',
        message: 'batch_id must be a whole number, not negative',
      },
      ...unknownBatch,
      ...unavailable,
    },
    handle: ({ batch_id, source_id }, context: VisionContext) =>
      context.loaders.vision.oracle.leaderboard({
        batchId: batch_id === undefined ? undefined : throwIfBatchCannotExist(batch_id),
        sourceId: source_id,
      }),
  }),
];

/** Forwards all other paths to an oracle. It must come after the specific routes. */
export const oracleProxyRoute: Route<VisionContext> = {
  kind: 'node',
  method: 'GET',
  path: '/vision/{*path}',
  tag,
  summary: 'Any other path of the oracles, forwarded unchanged',
  description:
    'The request is forwarded to the first healthy oracle; path and query are not changed.',
  params: z.object({
    path: z.string().meta({
      description:
        'Path at the oracle, below /vision. Slashes are not encoded: `%2F` is another path.',
      example: `config/by-hash/0x${'00'.repeat(32)}`,
    }),
  }),
  responseDescription: 'The oracle’s response; its other statuses are forwarded too',
  errors: {
    400: {
      when: 'the path contains dot segments',
      message: 'path must not contain dot segments',
    },
    404: { when: 'the oracle does not have the path', message: 'not found' },
    429: {
      when: 'too many event streams from this client',
      message: 'too many event streams from this client',
    },
    502: { when: 'no oracle is available', message: 'oracle is unreachable' },
    503: { when: 'too many event streams', message: 'too many event streams' },
  },
  handleNode: (request, response, context) =>
    void context.services.oracleProxy.handle(request, response),
};
