import { json } from '../../../kit/http-service.ts';
import { marketHistory } from '../../market/market-history.ts';
import { unixNow } from '../../node-state.ts';
import { timeParam, wholeParam } from '../../query.ts';
import { plainNumber } from '../decimal.ts';
import type { Dialect } from '../dialect.ts';
import { findMarket } from '../lookups.ts';
import { isoParam, isoTime } from './wild-answers.ts';

const WEEK = 7 * 86_400;

const decimal = (value: number | null) => (value === null ? null : plainNumber(value));

/**
 * Market values as the data nodes of the world give them (wire-facts 1.27, 2.1): decimals are
 * strings; `from` and `to` are ISO times, and anything else there is ignored (the last week comes).
 */
export const wildMarket: Dialect = (state) => [
  {
    method: 'GET',
    path: '/market/prices/:source/:asset/history',
    handle({ params, query }) {
      const { source: sourceId = '', asset = '' } = params;
      const { source, entity } = findMarket(state, { source: sourceId, asset });
      const to = isoParam(query, 'to') ?? unixNow(state);
      const from = isoParam(query, 'from') ?? to - WEEK;
      const now = state.moments.current().at;
      const epoch = state.history.firstDay * 86_400;
      const points = marketHistory({ source, entity, from, to, now, epoch });
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
          value: plainNumber(value),
          prevClose: null,
          changePct: decimal(change),
          volume24h: decimal(size.volume24h),
          marketCap: decimal(size.marketCap),
          fetchedAt: isoTime(at),
          createdAt: isoTime(at),
        };
      });
      const window = { from: isoTime(from), to: isoTime(to) };
      return json({ source: source.id, asset_id: id, ...window, prices, count: prices.length });
    },
  },
  {
    method: 'GET',
    path: '/vision/snapshot',
    handle({ query }) {
      const limit = wholeParam(query, 'limit', { min: 1, max: 100_000, fallback: 5_000 });
      const at = timeParam(query, 'at');
      const moment = at === null ? undefined : at * 1000;
      const rows = state.board.rows(limit, query.get('source'), moment);
      return json({
        generatedAt: new Date(state.moments.current().at).toISOString(),
        count: rows.length,
        limit,
        snapshots: rows.map(({ source, entity, value, changePct, size, fetchedAt }) => ({
          assetId: entity.id,
          source,
          symbol: entity.symbol,
          name: entity.name,
          value: plainNumber(value),
          valueScaled: plainNumber(Math.round(value * 1e8)),
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
