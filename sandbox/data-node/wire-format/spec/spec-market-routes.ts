import { createJsonResponse, ServiceError } from '../../../lib/http-service.ts';
import { getUnixNow } from '../../data-node-state.ts';
import { sampleEntityHistory } from '../../market/entity-history.ts';
import { parseClampedWholeNumberParam, parseTimeParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatPlainNumber } from '../format-decimal.ts';
import { findSourceEntity } from '../lookups.ts';

const WEEK = 7 * 86_400;

/**
 * Market values in the format of the REST API: values are numbers; times are in Unix seconds where
 * the specification says so.
 */
export const createSpecMarketRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/market/prices/:source/:asset/history',
    handle({ params, query }) {
      const { source = '', asset = '' } = params;
      const found = findSourceEntity(state, { source, asset });
      const to = parseTimeParam(query, 'to') ?? getUnixNow(state);
      const from = parseTimeParam(query, 'from') ?? to - WEEK;
      if (from > to) throw new ServiceError(400, 'from must not be after to');
      const now = state.priceSnapshots.current().at;
      const epoch = state.history.firstDay * 86_400;
      const points = sampleEntityHistory({ ...found, from, to, now, epoch });
      return createJsonResponse({
        prices: points.map(({ at, value }) => ({ timestamp: at, value })),
      });
    },
  },
  {
    method: 'GET',
    path: '/vision/snapshot',
    handle({ query }) {
      const limit = parseClampedWholeNumberParam(query, 'limit', {
        min: 1,
        max: 100_000,
        fallback: 5_000,
      });
      const at = parseTimeParam(query, 'at');
      const atMs = at === null ? undefined : at * 1000;
      const rows = state.marketSources.rows(limit, query.get('source'), atMs);
      return createJsonResponse({
        generatedAt: new Date(state.priceSnapshots.current().at).toISOString(),
        count: rows.length,
        limit,
        snapshots: rows.map(({ source, entity, value, changePct, size, fetchedAt }) => ({
          assetId: entity.id,
          source,
          symbol: entity.symbol,
          name: entity.name,
          value,
          valueScaled: formatPlainNumber(Math.round(value * 1e8)),
          priceScale: 100_000_000,
          changePct,
          volume24h: size.volume24h,
          marketCap: size.marketCap,
          category: entity.category,
          fetchedAt: new Date(fetchedAt).toISOString(),
        })),
      });
    },
  },
];
