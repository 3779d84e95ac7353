import { isHex } from 'viem';
import { createJsonResponse, ServiceError, type ServiceRoute } from '../../lib/http-service.ts';
import type { BatchConfig } from '../../oracle/markets/batch-config.ts';
import { RpcError } from '../chain/rpc-client.ts';
import { type DataNodeState, getUnixNow } from '../data-node-state.ts';
import { sampleEntityHistory } from '../market/entity-history.ts';
import type { MarketSource } from '../market/market-source.ts';
import { parseClampedWholeNumberParam } from '../query-params.ts';
import { formatPlainNumber } from '../wire-format/format-decimal.ts';
import type { BatchConfigs } from './batch-configs.ts';

const HOUR = 3_600;
const DAY = 86_400;
/** Maximum length of the price history of a batch, days. */
const MAX_DAYS = 7;
/**
 * Maximum number of markets for hourly prices. Larger batches get daily prices, so that the body
 * has at most a few megabytes.
 */
const HOURLY_MARKETS = 200;

/** Routes for bots with the price history of a batch's markets, the same in every wire format. */
export function createBatchRoutes(
  state: DataNodeState,
  batches: BatchConfigs,
): readonly ServiceRoute[] {
  return [
    {
      method: 'GET',
      path: '/batches/config/:hash',
      async handle({ params }) {
        const hash = (params.hash ?? '').toLowerCase();
        if (!isHex(hash) || hash.length !== 66) {
          throw new ServiceError(400, 'config hash must be 0x and 64 hex digits');
        }
        const config = await batches.findConfig(hash);
        if (config === undefined) throw new ServiceError(404, 'config not found');
        return createJsonResponse({ config_hash: hash, ...config });
      },
    },
    {
      method: 'GET',
      path: '/vision/batch/:id/history',
      async handle({ params, query }) {
        const batchId = batchIdOf(params.id ?? '');
        const days = parseClampedWholeNumberParam(query, 'days', {
          min: 1,
          max: MAX_DAYS,
          fallback: MAX_DAYS,
        });
        const config = await configOf(batches, batchId);
        return createJsonResponse({
          batchId,
          source: config.source_id,
          markets: pricesOf(state, config, days),
        });
      },
    },
  ];
}

function batchIdOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new ServiceError(400, 'batch id must be a whole number');
  return Number(text);
}

/**
 * Finds the config of a batch.
 *
 * @throws {ServiceError} 404 there is no such batch; 503 the chain does not respond.
 */
async function configOf(batches: BatchConfigs, batchId: number): Promise<BatchConfig> {
  try {
    const hash = await batches.findHash(batchId);
    const config = hash && (await batches.findConfig(hash));
    if (config) return config;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new ServiceError(503, 'the chain does not respond');
  }
  throw new ServiceError(404, `Batch ${batchId} not found`);
}

function pricesOf(state: DataNodeState, { source_id, markets }: BatchConfig, days: number) {
  const source = state.marketSources.source(source_id);
  const to = getUnixNow(state);
  const span = { from: to - days * DAY, to, step: markets.length > HOURLY_MARKETS ? DAY : HOUR };
  const entities = new Map(source?.entities.map(({ id }, place) => [id, place]));
  return markets.map(({ asset_id, symbol }) => {
    const entity = entities.get(asset_id);
    const isKnown = source !== undefined && entity !== undefined;
    const prices = isKnown ? pointsOf(state, { source, entity, ...span }) : [];
    return { id: asset_id, symbol, prices };
  });
}

type Series = {
  readonly source: MarketSource;
  readonly entity: number;
  readonly from: number;
  readonly to: number;
  readonly step: number;
};

function pointsOf(state: DataNodeState, series: Series) {
  const now = state.priceSnapshots.current().at;
  const points = sampleEntityHistory({ ...series, now, epoch: state.history.firstDay * DAY });
  return points.map(({ at, value }, position) => {
    const before = points[position - 1]?.value;
    return {
      ts: new Date(at * 1000).toISOString(),
      price: formatPlainNumber(value),
      changePct: before ? Number(((value / before - 1) * 100).toFixed(4)) : null,
      volume24h: series.source.size(series.entity, value).volume24h,
    };
  });
}
