import { createJsonResponse, ServiceError } from '../../../lib/http-service.ts';
import type { Dtf } from '../../chain/share-ledger.ts';
import {
  type DataNodeState,
  getUnixNow,
  rankDtfsByAum,
  valueDtfNow,
} from '../../data-node-state.ts';
import { chartRanges, toSeriesQuery } from '../../dtf/nav-series.ts';
import { parseItpIdParam, parseRequiredParam } from '../../query-params.ts';
import { createCandlesBody } from '../candles-body.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatWeiDecimal, weiToNumber } from '../format-decimal.ts';
import { findDtf } from '../lookups.ts';

/** DTFs in the format of the REST API. */
export const createSpecDtfRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/itp-price',
    handle({ query }) {
      const { dtf, nav, aum, assetsPriced } = valueDtfNow(
        state,
        findDtf(state, parseItpIdParam(query)),
      );
      return createJsonResponse({
        itp_id: dtf.itpId,
        nav: String(nav),
        nav_display: weiToNumber(nav),
        assets_priced: assetsPriced,
        assets_total: dtf.assets.length,
        aum_usd: weiToNumber(aum),
        total_supply: String(dtf.supply),
        source: 'data-node',
      });
    },
  },
  {
    method: 'GET',
    path: '/nav-series',
    handle({ query }) {
      const dtf = findDtf(state, parseItpIdParam(query));
      if (query.has('interval') && !query.has('range')) {
        return createJsonResponse(createCandlesBody(state, dtf, query));
      }
      const range = parseRequiredParam(query, 'range');
      if (!isRange(range)) {
        throw new ServiceError(400, `range must be one of ${Object.keys(chartRanges).join(', ')}`);
      }
      const closes = state.navSeries.closes(dtf, toSeriesQuery(range, getUnixNow(state)));
      return createJsonResponse(
        closes.map(({ at, nav }) => ({ timestamp: at, nav: Number(formatWeiDecimal(nav, 6)) })),
      );
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
      if (!query.has('itp_id'))
        return createJsonResponse(rankDtfsByAum(state).map(({ dtf }) => snapshot(state, dtf)));
      return createJsonResponse(snapshot(state, findDtf(state, parseItpIdParam(query))));
    },
  },
];

function isRange(range: string): range is keyof typeof chartRanges {
  return Object.hasOwn(chartRanges, range);
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
