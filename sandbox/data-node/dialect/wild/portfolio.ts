import { json } from '../../../kit/http-service.ts';
import { WEI } from '../../../world/nav.ts';
import { currentValue, unixNow } from '../../node-state.ts';
import { pnlPercent, portfolioHistory, valuePortfolio } from '../../portfolio/portfolio.ts';
import { wholeParam } from '../../query.ts';
import { weiDecimal } from '../decimal.ts';
import type { Dialect } from '../dialect.ts';
import { isoTime, missingField } from './wild-answers.ts';

/**
 * Portfolios as the data nodes of the world give them (wire-facts 1.11): the parameter is `user`,
 * lower-cased and not checked; whoever is unknown has an empty portfolio.
 */
export const wildPortfolio: Dialect = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingField('user');
      const portfolio = valuePortfolio(state.book.account(user), (itpId) => {
        const dtf = state.book.dtf(itpId);
        return dtf && currentValue(state, dtf);
      });
      return json({
        user: user.toLowerCase(),
        positions: portfolio.positions.map(({ value, lot, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          shares_bought: String(lot.received),
          shares_sold: String(lot.given),
          avg_cost: weiDecimal((lot.cost * WEI) / lot.shares),
          current_nav: weiDecimal(value.nav),
          current_value: weiDecimal(worth),
          pnl: weiDecimal(pnl),
          pnl_pct: weiDecimal(pnlPercent(pnl, lot.cost)),
        })),
        total_value: weiDecimal(portfolio.worth),
        total_invested: weiDecimal(portfolio.cost),
        total_pnl: weiDecimal(portfolio.pnl),
        total_pnl_pct: weiDecimal(pnlPercent(portfolio.pnl, portfolio.cost)),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/history',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingField('user');
      const account = state.book.account(user);
      const days = wholeParam(query, 'days', { min: 1, max: 3_650, fallback: 3_650 });
      const { book, series } = state;
      const points = portfolioHistory({ account, book, series, now: unixNow(state), days });
      return json({
        points: points.map(({ at, worth, cost }) => ({
          date: isoTime(at).slice(0, 10),
          value: weiDecimal(worth),
          pnl: weiDecimal(worth - cost),
          pnl_pct: weiDecimal(pnlPercent(worth - cost, cost)),
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return missingField('user');
      return json({
        trades: state.book
          .trades(user)
          .toReversed()
          .map(({ kind, txHash, itpId, shares, pricePerShare, total, fee, at }) => ({
            order_id: txHash,
            itp_id: itpId,
            side: kind === 'buy' ? 'BUY' : 'SELL',
            // What crossed the wallet: the fee is added to a purchase and taken from a sale.
            amount: weiDecimal(kind === 'buy' ? total + fee : total - fee),
            fill_price: weiDecimal(pricePerShare),
            shares: String(shares),
            status: 'filled',
            timestamp: isoTime(at),
          })),
      });
    },
  },
];
