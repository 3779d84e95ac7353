import { createJsonResponse, ServiceError } from '../../../lib/http-service.ts';
import type { Dtf } from '../../chain/share-ledger.ts';
import {
  type DataNodeState,
  getUnixNow,
  rankDtfsByAum,
  valueDtfNow,
} from '../../data-node-state.ts';
import { candleIntervals } from '../../dtf/nav-series.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatWeiDecimal, weiToNumber } from '../format-decimal.ts';
import { findDtf } from '../lookups.ts';
import {
  createMissingParameterResponse,
  formatLegacyIsoTime,
  parseIsoParameter,
} from './legacy-values.ts';

const DAY = 86_400;

/**
 * DTFs in the legacy variant of data nodes. Candles and `nav_display` are decimal strings. The
 * ranking and the snapshot have numbers, because web clients call `toFixed` on them.
 */
export const createLegacyDtfRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/itp-price',
    handle({ query }) {
      const itpId = query.get('itp_id');
      if (itpId === null) return createMissingParameterResponse('itp_id');
      const { dtf, at, nav, aum, assetsPriced } = valueDtfNow(state, findDtf(state, itpId));
      return createJsonResponse({
        itp_id: dtf.itpId,
        nav: String(nav),
        nav_display: formatWeiDecimal(nav, 6),
        assets_priced: assetsPriced,
        assets_total: dtf.assets.length,
        total_supply: String(dtf.supply),
        aum_usd: weiToNumber(aum),
        timestamp: formatLegacyIsoTime(at / 1000),
      });
    },
  },
  {
    method: 'GET',
    path: '/nav-series',
    handle({ query }) {
      const itpId = query.get('itp_id');
      if (itpId === null) return createMissingParameterResponse('itp_id');
      const dtf = findDtf(state, itpId);
      const requested = seriesQuery(query, getUnixNow(state));
      const points = state.navSeries
        .candles(dtf, requested)
        .map(({ at, open, high, low, close }) => ({
          time: at,
          open: formatWeiDecimal(open, 6),
          high: formatWeiDecimal(high, 6),
          low: formatWeiDecimal(low, 6),
          close: formatWeiDecimal(close, 6),
        }));
      return createJsonResponse({ itp_id: dtf.itpId, interval: requested.interval, points });
    },
  },
  {
    method: 'GET',
    path: '/aum-ranking',
    handle: () =>
      createJsonResponse(
        rankDtfsByAum(state).map(({ dtf, nav, aum }) => ({
          itp_id: dtf.itpId,
          name: dtf.name,
          symbol: dtf.symbol,
          nav_per_share: weiToNumber(nav),
          aum_usd: weiToNumber(aum),
          total_supply: String(dtf.supply),
          asset_count: dtf.assets.length,
        })),
      ),
  },
  {
    method: 'GET',
    path: '/snapshot',
    handle({ query }) {
      const itpId = query.get('itp_id');
      if (itpId === null)
        return createJsonResponse(rankDtfsByAum(state).map(({ dtf }) => snapshot(state, dtf)));
      return createJsonResponse(snapshot(state, findDtf(state, itpId)));
    },
  },
];

function seriesQuery(query: URLSearchParams, now: number) {
  const interval = query.get('interval') ?? '5m';
  if (!isInterval(interval)) {
    throw new ServiceError(400, 'invalid interval, must be one of 5m, 15m, 1h, 1d');
  }
  for (const name of ['from', 'to']) {
    if (query.has(name) && parseIsoParameter(query, name) === null) {
      throw new ServiceError(400, `invalid ${name}, must be an ISO date-time`);
    }
  }
  const to = parseIsoParameter(query, 'to') ?? now;
  return { from: parseIsoParameter(query, 'from') ?? to - lookbacks[interval], to, interval };
}

/** Default length of a series by interval, seconds. */
const lookbacks = { '5m': DAY, '15m': 3 * DAY, '1h': 7 * DAY, '1d': 90 * DAY } as const;

function isInterval(text: string): text is keyof typeof candleIntervals {
  return Object.hasOwn(candleIntervals, text);
}

function snapshot(state: DataNodeState, dtf: Dtf) {
  const { nav, aum } = valueDtfNow(state, dtf);
  return {
    itp_id: dtf.itpId,
    name: dtf.name,
    symbol: dtf.symbol,
    nav: weiToNumber(nav),
    aum_usd: weiToNumber(aum),
    total_supply: String(dtf.supply),
    assets: state.dtfValuer.basketAssets(dtf, state.priceSnapshots.current()).map((holding) => ({
      symbol: holding.symbol,
      name: holding.name,
      weight: holding.weight,
      qty: String(holding.quantity),
      price: holding.price ?? 0,
    })),
  };
}
