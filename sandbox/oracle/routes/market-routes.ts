import { isHex } from 'viem';
import { z } from 'zod';
import {
  createJsonResponse,
  readJson,
  ServiceError,
  type ServiceRoute,
} from '../../lib/http-service.ts';
import { findConfigAt } from '../market-state/batch.ts';
import { backtestBitmap, DEFAULT_TICKS, MAX_TICKS } from '../settle/backtest-bitmap.ts';
import { BitmapError, parseBitmap } from '../settle/bitmap.ts';
import { rankPlayers } from '../settle/leaderboard.ts';
import { createSimulatedOutcomes } from '../settle/simulated-outcomes.ts';
import { getOracleWireFormat } from './oracle-wire-format.ts';
import { sumPlayerTotals } from './player-totals.ts';
import {
  assertChainRead,
  findBatchById,
  getCurrentTick,
  parseWholeNumber,
} from './request-parameters.ts';
import type { OracleRouteContext } from './route-context.ts';

const BODY_LIMIT = 256 * 1024;
/** Maximum number of rows of the leaderboard. */
const MAX_ROWS = 1_000;

const backtestBody = z.object({
  batch_id: z.number('batch_id must be a number').int('batch_id must be a whole number').min(0),
  bitmap_hex: z.unknown().optional(),
  ticks: z
    .number('ticks must be a number')
    .int('ticks must be a whole number')
    .min(1, 'ticks must be at least 1')
    .optional(),
});

/** Routes of markets and of all players: whitelist, leaderboard, backtest, configs, health. */
export function createMarketRoutes(context: OracleRouteContext): readonly ServiceRoute[] {
  const wireFormat = getOracleWireFormat(context.wireFormat);
  const outcomes = createSimulatedOutcomes();
  return [
    {
      method: 'GET',
      path: '/vision/markets',
      handle: () => {
        const all = context.configs.all().flatMap(({ markets }) => markets);
        const byId = new Map(all.map((market) => [market.asset_id, market]));
        const markets = [...byId.values()]
          .sort((a, b) => (a.asset_id < b.asset_id ? -1 : 1))
          .map(({ asset_id, symbol, name }) => {
            return { market_id: asset_id, symbol, display_name: name };
          });
        return createJsonResponse(wireFormat.body({ markets }));
      },
    },
    {
      method: 'GET',
      path: '/vision/leaderboard',
      handle: ({ query }) => {
        const given = query.get('batch_id');
        const batchId = given === null ? null : parseWholeNumber(given, 'batch_id');
        assertChainRead(context);
        if (batchId !== null) findBatchById(context, batchId);
        const leaderboard = rankPlayers(sumPlayerTotals(context, batchId)).slice(0, MAX_ROWS);
        return createJsonResponse({
          leaderboard,
          updatedAt: new Date(context.now()).toISOString(),
        });
      },
    },
    {
      method: 'POST',
      path: '/vision/backtest',
      handle: async (request) => {
        const parsed = backtestBody.safeParse(await readJson(request, BODY_LIMIT));
        if (!parsed.success) {
          throw new ServiceError(400, parsed.error.issues[0]?.message ?? 'malformed body');
        }
        const batch = findBatchById(context, parsed.data.batch_id);
        const bitmap = readBitmap(parsed.data.bitmap_hex);
        const config = context.configs.find(
          findConfigAt(batch, getCurrentTick(context, batch)).configHash,
        );
        const ids = config?.markets.map(({ asset_id }) => asset_id) ?? [];
        if (ids.length === 0) throw new ServiceError(400, 'batch has no markets configured');
        const ticks = Math.min(parsed.data.ticks ?? DEFAULT_TICKS, MAX_TICKS);
        const isUp = await outcomes.prepare(ids, { ticks, signal: request.signal });
        return createJsonResponse(backtestBitmap({ marketIds: ids, bitmap, ticks, isUp }));
      },
    },
    {
      method: 'GET',
      path: '/vision/config/by-hash/:hash',
      handle: ({ params }) => {
        const hash = (params.hash ?? '').toLowerCase();
        if (!isHex(hash) || hash.length !== 66) {
          throw new ServiceError(400, 'config hash must be 0x and 64 hex digits');
        }
        const config = context.configs.find(hash);
        if (config === undefined) throw new ServiceError(404, 'config not found');
        return createJsonResponse({ config_hash: hash, ...config });
      },
    },
    {
      method: 'GET',
      path: '/health',
      handle: () => {
        const synced = context.syncedTo();
        const fresh = context.now() - synced < 15_000;
        return createJsonResponse({
          status: fresh ? 'healthy' : 'degraded',
          chain_synced_at: synced === 0 ? null : new Date(synced).toISOString(),
          batches: context.marketState.batches().length,
        });
      },
    },
  ];
}

function readBitmap(given: unknown): Uint8Array {
  if (given === undefined || given === null || given === '') {
    throw new ServiceError(400, 'bitmap_hex is missing');
  }
  if (typeof given !== 'string') throw new ServiceError(400, 'bitmap_hex must be a string');
  try {
    return parseBitmap(given);
  } catch (error) {
    if (error instanceof BitmapError) throw new ServiceError(400, error.message);
    throw error;
  }
}
