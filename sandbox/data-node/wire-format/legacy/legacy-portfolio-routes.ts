import { createJsonResponse } from '../../../lib/http-service.ts';
import { WEI_PER_UNIT } from '../../../world/nav.ts';
import { getUnixNow, valueDtfNow } from '../../data-node-state.ts';
import {
  computePnlPercent,
  computePortfolioHistory,
  valuePortfolio,
} from '../../portfolio/wallet-portfolio.ts';
import { parseClampedWholeNumberParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { formatWeiDecimal } from '../format-decimal.ts';
import { createMissingParameterResponse, formatLegacyIsoTime } from './legacy-values.ts';

/**
 * Portfolios in the legacy variant of data nodes: the parameter `user` is converted to lower case
 * and not checked; an unknown wallet has an empty portfolio.
 */
export const createLegacyPortfolioRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return createMissingParameterResponse('user');
      const portfolio = valuePortfolio(state.shareLedger.account(user), (itpId) => {
        const dtf = state.shareLedger.dtf(itpId);
        return dtf && valueDtfNow(state, dtf);
      });
      return createJsonResponse({
        user: user.toLowerCase(),
        positions: portfolio.positions.map(({ value, holding, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          shares_bought: String(holding.received),
          shares_sold: String(holding.sent),
          avg_cost: formatWeiDecimal((holding.cost * WEI_PER_UNIT) / holding.shares),
          current_nav: formatWeiDecimal(value.nav),
          current_value: formatWeiDecimal(worth),
          pnl: formatWeiDecimal(pnl),
          pnl_pct: formatWeiDecimal(computePnlPercent(pnl, holding.cost)),
        })),
        total_value: formatWeiDecimal(portfolio.worth),
        total_invested: formatWeiDecimal(portfolio.cost),
        total_pnl: formatWeiDecimal(portfolio.pnl),
        total_pnl_pct: formatWeiDecimal(computePnlPercent(portfolio.pnl, portfolio.cost)),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/history',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return createMissingParameterResponse('user');
      const account = state.shareLedger.account(user);
      const days = parseClampedWholeNumberParam(query, 'days', {
        min: 1,
        max: 3_650,
        fallback: 3_650,
      });
      const { shareLedger, navSeries } = state;
      const points = computePortfolioHistory({
        account,
        shareLedger,
        navSeries,
        now: getUnixNow(state),
        days,
      });
      return createJsonResponse({
        points: points.map(({ at, worth, cost }) => ({
          date: formatLegacyIsoTime(at).slice(0, 10),
          value: formatWeiDecimal(worth),
          pnl: formatWeiDecimal(worth - cost),
          pnl_pct: formatWeiDecimal(computePnlPercent(worth - cost, cost)),
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const user = query.get('user');
      if (user === null) return createMissingParameterResponse('user');
      return createJsonResponse({
        trades: state.shareLedger
          .trades(user)
          .toReversed()
          .map(({ kind, txHash, itpId, shares, pricePerShare, total, fee, at }) => ({
            order_id: txHash,
            itp_id: itpId,
            side: kind === 'buy' ? 'BUY' : 'SELL',
            // The amount that the wallet paid or received: the fee is added to a purchase and
            // subtracted from a sale.
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
