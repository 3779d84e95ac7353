import { createJsonResponse } from '../../../lib/http-service.ts';
import type { Dtf } from '../../chain/share-ledger.ts';
import { type DataNodeState, rankDtfsByAum, valueDtfNow } from '../../data-node-state.ts';
import { createCandlesBody } from '../candles-body.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatWeiDecimal, weiToNumber } from '../format-decimal.ts';
import { findDtf } from '../lookups.ts';
import { createMissingParameterResponse, formatLegacyIsoTime } from './legacy-values.ts';

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
      return createJsonResponse(createCandlesBody(state, dtf, query));
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
