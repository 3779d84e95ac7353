import { jsonResponse } from '../../../lib/http-service.ts';
import { WEI } from '../../../world/nav.ts';
import { currentValue, unixNow } from '../../node-state.ts';
import { pnlPercent, portfolioHistory, valuePortfolio } from '../../portfolio/portfolio.ts';
import { wholeParam } from '../../query.ts';
import { formatWeiDecimal } from '../format-decimal.ts';
import type { WireFormat } from '../wire-format.ts';
import { formatLegacyIsoTime, missingParameterResponse } from './legacy-values.ts';

/**
 * Portfolios in the legacy variant of data nodes: the parameter is `user`,
 * lower-cased and not checked; an unknown wallet has an empty portfolio.
 */
export const legacyPortfolioRoutes: WireFormat = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingParameterResponse('user');
      const portfolio = valuePortfolio(state.book.account(user), (itpId) => {
        const dtf = state.book.dtf(itpId);
        return dtf && currentValue(state, dtf);
      });
      return jsonResponse({
        user: user.toLowerCase(),
        positions: portfolio.positions.map(({ value, lot, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          shares_bought: String(lot.received),
          shares_sold: String(lot.given),
          avg_cost: formatWeiDecimal((lot.cost * WEI) / lot.shares),
          current_nav: formatWeiDecimal(value.nav),
          current_value: formatWeiDecimal(worth),
          pnl: formatWeiDecimal(pnl),
          pnl_pct: formatWeiDecimal(pnlPercent(pnl, lot.cost)),
        })),
        total_value: formatWeiDecimal(portfolio.worth),
        total_invested: formatWeiDecimal(portfolio.cost),
        total_pnl: formatWeiDecimal(portfolio.pnl),
        total_pnl_pct: formatWeiDecimal(pnlPercent(portfolio.pnl, portfolio.cost)),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/history',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingParameterResponse('user');
      const account = state.book.account(user);
      const days = wholeParam(query, 'days', { min: 1, max: 3_650, fallback: 3_650 });
      const { book, series } = state;
      const points = portfolioHistory({ account, book, series, now: unixNow(state), days });
      return jsonResponse({
        points: points.map(({ at, worth, cost }) => ({
          date: formatLegacyIsoTime(at).slice(0, 10),
          value: formatWeiDecimal(worth),
          pnl: formatWeiDecimal(worth - cost),
          pnl_pct: formatWeiDecimal(pnlPercent(worth - cost, cost)),
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingParameterResponse('user');
      return jsonResponse({
        trades: state.book
          .trades(user)
          .toReversed()
          .map(({ kind, txHash, itpId, shares, pricePerShare, total, fee, at }) => ({
            order_id: txHash,
            itp_id: itpId,
            side: kind === 'buy' ? 'BUY' : 'SELL',
            // What crossed the wallet: the fee is added to a purchase and taken from a sale.
            amount: formatWeiDecimal(kind === 'buy' ? total + fee : total - fee),
            fill_price: formatWeiDecimal(pricePerShare),
            shares: String(shares),
            status: 'filled',
            timestamp: formatLegacyIsoTime(at),
          })),
      });
    },
  },
];
