import { getAddress } from 'viem';
import { json } from '../../../kit/http-service.ts';
import { currentValue, unixNow } from '../../node-state.ts';
import { pnlPercent, portfolioHistory, valuePortfolio } from '../../portfolio/portfolio.ts';
import { addressParam, wholeParam } from '../../query.ts';
import { weiNumber } from '../decimal.ts';
import type { Dialect } from '../dialect.ts';

/** Portfolios as the specification shows them; the parameter is `address`. */
export const specPortfolio: Dialect = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const address = addressParam(query, 'address');
      const portfolio = valuePortfolio(state.book.account(address), (itpId) => {
        const dtf = state.book.dtf(itpId);
        return dtf && currentValue(state, dtf);
      });
      return json({
        address: getAddress(address.toLowerCase()),
        total_value_usd: weiNumber(portfolio.worth),
        total_pnl_usd: weiNumber(portfolio.pnl),
        total_pnl_pct: weiNumber(pnlPercent(portfolio.pnl, portfolio.cost)),
        positions: portfolio.positions.map(({ value, lot, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          name: value.dtf.name,
          symbol: value.dtf.symbol,
          shares: String(lot.shares),
          nav_per_share: weiNumber(value.nav),
          value_usd: weiNumber(worth),
          cost_basis_usd: weiNumber(lot.cost),
          pnl_usd: weiNumber(pnl),
          pnl_pct: weiNumber(pnlPercent(pnl, lot.cost)),
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/history',
    handle({ query }) {
      const account = state.book.account(addressParam(query, 'address'));
      const days = wholeParam(query, 'days', { min: 1, max: 3_650, fallback: 3_650 });
      const { book, series } = state;
      const points = portfolioHistory({ account, book, series, now: unixNow(state), days });
      return json(points.map(({ at, worth }) => ({ timestamp: at, value_usd: weiNumber(worth) })));
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const trades = state.book.trades(addressParam(query, 'address'));
      return json(
        trades.toReversed().map((trade) => ({
          tx_hash: trade.txHash,
          timestamp: trade.at,
          type: trade.kind,
          itp_id: trade.itpId,
          itp_symbol: state.book.dtf(trade.itpId)?.symbol ?? '',
          shares: String(trade.shares),
          price_per_share: weiNumber(trade.pricePerShare),
          total_usd: weiNumber(trade.total),
          fee_usd: weiNumber(trade.fee),
        })),
      );
    },
  },
];
