import { getAddress } from 'viem';
import { jsonResponse } from '../../../lib/http-service.ts';
import { currentValue, unixNow } from '../../node-state.ts';
import { pnlPercent, portfolioHistory, valuePortfolio } from '../../portfolio/portfolio.ts';
import { addressParam, wholeParam } from '../../query.ts';
import { weiToNumber } from '../format-decimal.ts';
import type { WireFormat } from '../wire-format.ts';

/** Portfolios as the specification shows them; the parameter is `address`. */
export const specPortfolioRoutes: WireFormat = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const address = addressParam(query, 'address');
      const portfolio = valuePortfolio(state.book.account(address), (itpId) => {
        const dtf = state.book.dtf(itpId);
        return dtf && currentValue(state, dtf);
      });
      return jsonResponse({
        address: getAddress(address.toLowerCase()),
        total_value_usd: weiToNumber(portfolio.worth),
        total_pnl_usd: weiToNumber(portfolio.pnl),
        total_pnl_pct: weiToNumber(pnlPercent(portfolio.pnl, portfolio.cost)),
        positions: portfolio.positions.map(({ value, lot, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          name: value.dtf.name,
          symbol: value.dtf.symbol,
          shares: String(lot.shares),
          nav_per_share: weiToNumber(value.nav),
          value_usd: weiToNumber(worth),
          cost_basis_usd: weiToNumber(lot.cost),
          pnl_usd: weiToNumber(pnl),
          pnl_pct: weiToNumber(pnlPercent(pnl, lot.cost)),
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
      return jsonResponse(
        points.map(({ at, worth }) => ({ timestamp: at, value_usd: weiToNumber(worth) })),
      );
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const trades = state.book.trades(addressParam(query, 'address'));
      return jsonResponse(
        trades.toReversed().map((trade) => ({
          tx_hash: trade.txHash,
          timestamp: trade.at,
          type: trade.kind,
          itp_id: trade.itpId,
          itp_symbol: state.book.dtf(trade.itpId)?.symbol ?? '',
          shares: String(trade.shares),
          price_per_share: weiToNumber(trade.pricePerShare),
          total_usd: weiToNumber(trade.total),
          fee_usd: weiToNumber(trade.fee),
        })),
      );
    },
  },
];
