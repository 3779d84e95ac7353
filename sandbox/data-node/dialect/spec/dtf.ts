import { json, ServiceError } from '../../../kit/http-service.ts';
import type { Dtf } from '../../chain/share-book.ts';
import { rangeQuery, ranges } from '../../dtf/nav-series.ts';
import { currentValue, type NodeState, ranking, unixNow } from '../../node-state.ts';
import { itpIdParam, requiredParam } from '../../query.ts';
import { weiDecimal, weiNumber } from '../decimal.ts';
import type { Dialect } from '../dialect.ts';
import { findDtf } from '../lookups.ts';

/** DTFs as the specification and decisions 3 show them. */
export const specDtf: Dialect = (state) => [
  {
    method: 'GET',
    path: '/itp-price',
    handle({ query }) {
      const { dtf, nav, aum, assetsPriced } = currentValue(
        state,
        findDtf(state, itpIdParam(query)),
      );
      return json({
        itp_id: dtf.itpId,
        nav: String(nav),
        nav_display: weiNumber(nav),
        assets_priced: assetsPriced,
        assets_total: dtf.assets.length,
        aum_usd: weiNumber(aum),
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
      return json(
        closes.map(({ at, nav }) => ({ timestamp: at, nav: Number(weiDecimal(nav, 6)) })),
      );
    },
  },
  {
    method: 'GET',
    path: '/aum-ranking',
    handle: () =>
      json(
        ranking(state).map(({ dtf, nav, aum }) => ({
          itp_id: dtf.itpId,
          name: dtf.name,
          symbol: dtf.symbol,
          nav_per_share: weiNumber(nav),
          aum_usd: weiNumber(aum),
          total_supply: String(dtf.supply),
          asset_count: dtf.assets.length,
        })),
      ),
  },
  {
    method: 'GET',
    path: '/snapshot',
    handle({ query }) {
      if (!query.has('itp_id')) return json(ranking(state).map(({ dtf }) => snapshot(state, dtf)));
      return json(snapshot(state, findDtf(state, itpIdParam(query))));
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
    nav: weiNumber(nav),
    aum_usd: weiNumber(aum),
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
