import { createJsonResponse } from '../../../lib/http-service.ts';
import { getUnixNow } from '../../data-node-state.ts';
import { sampleEntityHistory } from '../../market/entity-history.ts';
import { parseClampedWholeNumberParam, parseTimeParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatPlainNumber } from '../format-decimal.ts';
import { findSourceEntity } from '../lookups.ts';
import { formatLegacyIsoTime, parseIsoParameter } from './legacy-values.ts';

const WEEK = 7 * 86_400;

const decimal = (value: number | null) => (value === null ? null : formatPlainNumber(value));

/**
 * Market values in the legacy variant of data nodes: decimals are strings; `from` and `to` are ISO
 * times. Other values of them are ignored, so that the response has the last week.
 */
export const createLegacyMarketRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/market/prices/:source/:asset/history',
    handle({ params, query }) {
      const { source: sourceId = '', asset = '' } = params;
      const { source, entity } = findSourceEntity(state, { source: sourceId, asset });
      const to = parseIsoParameter(query, 'to') ?? getUnixNow(state);
      const from = parseIsoParameter(query, 'from') ?? to - WEEK;
      const now = state.priceSnapshots.current().at;
      const epoch = state.history.firstDay * 86_400;
      const points = sampleEntityHistory({ source, entity, from, to, now, epoch });
      const { id = asset, symbol = asset } = source.entities[entity] ?? {};
      const prices = points.map(({ at, value }, position) => {
        const size = source.size(entity, value);
        const before = points[position - 1]?.value;
        const change = before ? Number(((value / before - 1) * 100).toFixed(4)) : null;
        return {
          id: `${source.id}/${id}/${at}`,
          assetId: id,
          source: source.id,
          symbol,
          value: formatPlainNumber(value),
          prevClose: null,
          changePct: decimal(change),
          volume24h: decimal(size.volume24h),
          marketCap: decimal(size.marketCap),
          fetchedAt: formatLegacyIsoTime(at),
          createdAt: formatLegacyIsoTime(at),
        };
      });
      const window = { from: formatLegacyIsoTime(from), to: formatLegacyIsoTime(to) };
      return createJsonResponse({
        source: source.id,
        asset_id: id,
        ...window,
        prices,
        count: prices.length,
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
          value: formatPlainNumber(value),
          valueScaled: formatPlainNumber(Math.round(value * 1e8)),
          priceScale: '100000000',
          changePct: decimal(changePct),
          volume24h: decimal(size.volume24h),
          marketCap: decimal(size.marketCap),
          category: entity.category,
          fetchedAt: new Date(fetchedAt).toISOString(),
        })),
      });
    },
  },
];
