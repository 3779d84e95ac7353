import { createJsonResponse, type ServiceRoute } from '../../lib/http-service.ts';
import { type DataNodeState, valueDtfNow } from '../data-node-state.ts';
import { parseClampedWholeNumberParam, parseItpIdParam } from '../query-params.ts';
import { weiToNumber } from '../wire-format/format-decimal.ts';
import { findDtf } from '../wire-format/lookups.ts';
import {
  createBookSide,
  listPricedAssets,
  type MarketLevel,
  quoteShare,
  type ShareQuote,
} from './share-market.ts';

/** Creates the routes of quotes and order books of a DTF's shares, the same in both formats. */
export function createShareMarketRoutes(state: DataNodeState): readonly ServiceRoute[] {
  /** Returns a DTF with the assets of its basket that have a price, and its quote. */
  const readMarket = (itpId: string) => {
    const { dtf, nav, at } = valueDtfNow(state, findDtf(state, itpId));
    const basket = state.dtfValuer.basketAssets(dtf, state.priceSnapshots.current());
    const assets = listPricedAssets(basket, state.quotes.halfSpread);
    const failed = basket.filter(({ price }) => price === null).map(({ symbol }) => symbol);
    return { dtf, at, basket, assets, failed, quote: quoteShare(weiToNumber(nav), assets) };
  };
  return [
    {
      method: 'GET',
      path: '/itp-bid-ask',
      handle({ query }) {
        const { dtf, basket, assets, quote } = readMarket(parseItpIdParam(query));
        return createJsonResponse({
          itp_id: dtf.itpId,
          nav_bid: quote.bid.toFixed(6),
          nav_ask: quote.ask.toFixed(6),
          nav_mid: quote.mid.toFixed(6),
          spread_bps: spreadBps(quote),
          assets_priced: assets.length,
          assets_total: basket.length,
          age_ms: 0,
        });
      },
    },
    {
      method: 'GET',
      path: '/itp-orderbook',
      handle({ query }) {
        const levels = parseClampedWholeNumberParam(query, 'levels', {
          min: 1,
          max: 50,
          fallback: 15,
        });
        const aggregationBps = parseClampedWholeNumberParam(query, 'aggregation_bps', {
          min: 1,
          max: 1000,
          fallback: 10,
        });
        const { dtf, at, assets, failed, quote } = readMarket(parseItpIdParam(query));
        const book = { levels, aggregationBps, key: dtf.itpId, at };
        const bids = createBookSide({ ...book, best: quote.bid, side: 'bid' });
        const asks = createBookSide({ ...book, best: quote.ask, side: 'ask' });
        return createJsonResponse({
          itp_id: dtf.itpId,
          bids: bids.map(formatLevel),
          asks: asks.map(formatLevel),
          mid_price: quote.mid,
          spread_bps: spreadBps(quote),
          total_bid_depth_usd: sumUsd(bids),
          total_ask_depth_usd: sumUsd(asks),
          assets_included: assets.length,
          assets_failed: failed,
          per_asset: assets.map(({ symbol, weight, half }) => ({
            symbol,
            weight_bps: Math.round(weight * 10_000),
            mid_price: state.quotes.one(symbol)?.price ?? 0,
            spread_bps: half * 20_000,
            bid_depth_usd: sumUsd(bids) * weight,
            ask_depth_usd: sumUsd(asks) * weight,
          })),
        });
      },
    },
  ];
}

const spreadBps = ({ bid, ask, mid }: ShareQuote): number =>
  mid === 0 ? 0 : (10_000 * (ask - bid)) / mid;

const sumUsd = (levels: readonly MarketLevel[]): number =>
  levels.reduce((sum, { usdValue }) => sum + usdValue, 0);

const formatLevel = ({ price, quantity, usdValue }: MarketLevel) => ({
  price,
  quantity,
  usd_value: usdValue,
});
