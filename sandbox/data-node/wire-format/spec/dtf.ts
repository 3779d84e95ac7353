import { jsonResponse, ServiceError } from '../../../lib/http-service.ts';
import type { Dtf } from '../../chain/share-ledger.ts';
import { rangeQuery, ranges } from '../../dtf/nav-series.ts';
import { currentValue, type NodeState, ranking, unixNow } from '../../node-state.ts';
import { itpIdParam, requiredParam } from '../../query.ts';
import { formatWeiDecimal, weiToNumber } from '../format-decimal.ts';
import { findDtf } from '../lookups.ts';
import type { WireFormat } from '../wire-format.ts';

/** DTFs in the format of the REST API. */
export const specDtfRoutes: WireFormat = (state) => [
  {
    method: 'GET',
    path: '/itp-price',
    handle({ query }) {
      const { dtf, nav, aum, assetsPriced } = currentValue(
        state,
        findDtf(state, itpIdParam(query)),
      );
      return jsonResponse({
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
      const dtf = findDtf(state, itpIdParam(query));
      const range = requiredParam(query, 'range');
      if (!isRange(range)) {
        throw new ServiceError(400, `range must be one of ${Object.keys(ranges).join(', ')}`);
      }
      const closes = state.series.closes(dtf, rangeQuery(range, unixNow(state)));
      return jsonResponse(
        closes.map(({ at, nav }) => ({ timestamp: at, nav: Number(formatWeiDecimal(nav, 6)) })),
      );
    },
  },
  {
    method: 'GET',
    path: '/aum-ranking',
    handle: () =>
      jsonResponse(
        ranking(state).map(({ dtf, nav, aum }) => ({
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
        return jsonResponse(ranking(state).map(({ dtf }) => snapshot(state, dtf)));
      return jsonResponse(snapshot(state, findDtf(state, itpIdParam(query))));
    },
  },
];

function isRange(range: string): range is keyof typeof ranges {
  return Object.hasOwn(ranges, range);
}

function snapshot(state: NodeState, dtf: Dtf) {
  const { nav, aum } = currentValue(state, dtf);
  return {
    itp_id: dtf.itpId,
    name: dtf.name,
    symbol: dtf.symbol,
    nav: weiToNumber(nav),
    aum_usd: weiToNumber(aum),
    total_supply: String(dtf.supply),
    assets: state.valuation.holdings(dtf, state.moments.current()).map((holding) => ({
      symbol: holding.symbol,
      name: holding.name,
      weight: holding.weight,
      qty: String(holding.quantity),
      price: holding.price ?? 0,
    })),
  };
}
