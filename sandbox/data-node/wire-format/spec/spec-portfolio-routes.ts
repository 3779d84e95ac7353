import { getAddress } from 'viem';
import { createJsonResponse } from '../../../lib/http-service.ts';
import { getUnixNow, valueDtfNow } from '../../data-node-state.ts';
import {
  computePnlPercent,
  computePortfolioHistory,
  valuePortfolio,
} from '../../portfolio/wallet-portfolio.ts';
import { parseAddressParam, parseClampedWholeNumberParam } from '../../query-params.ts';
import type { CreateWireFormatRoutes } from '../create-wire-format-routes.ts';
import { weiToNumber } from '../format-decimal.ts';

/** Portfolios in the format of the REST API; the parameter is `address`. */
export const createSpecPortfolioRoutes: CreateWireFormatRoutes = (state) => [
  {
    method: 'GET',
    path: '/portfolio',
    handle({ query }) {
      const address = parseAddressParam(query, 'address');
      const portfolio = valuePortfolio(state.shareLedger.account(address), (itpId) => {
        const dtf = state.shareLedger.dtf(itpId);
        return dtf && valueDtfNow(state, dtf);
      });
      return createJsonResponse({
        address: getAddress(address.toLowerCase()),
        total_value_usd: weiToNumber(portfolio.worth),
        total_pnl_usd: weiToNumber(portfolio.pnl),
        total_pnl_pct: weiToNumber(computePnlPercent(portfolio.pnl, portfolio.cost)),
        positions: portfolio.positions.map(({ value, holding, worth, pnl }) => ({
          itp_id: value.dtf.itpId,
          name: value.dtf.name,
          symbol: value.dtf.symbol,
          shares: String(holding.shares),
          nav_per_share: weiToNumber(value.nav),
          value_usd: weiToNumber(worth),
          cost_basis_usd: weiToNumber(holding.cost),
          pnl_usd: weiToNumber(pnl),
          pnl_pct: weiToNumber(computePnlPercent(pnl, holding.cost)),
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/portfolio/history',
    handle({ query }) {
      const account = state.shareLedger.account(parseAddressParam(query, 'address'));
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
      return createJsonResponse(
        points.map(({ end, worth }) => ({ timestamp: end, value_usd: weiToNumber(worth) })),
      );
    },
  },
  {
    method: 'GET',
    path: '/portfolio/trades',
    handle({ query }) {
      const trades = state.shareLedger.trades(parseAddressParam(query, 'address'));
      return createJsonResponse(
        trades.toReversed().map((trade) => ({
          tx_hash: trade.txHash,
          timestamp: trade.at,
          type: trade.kind,
          itp_id: trade.itpId,
          itp_symbol: state.shareLedger.dtf(trade.itpId)?.symbol ?? '',
          shares: String(trade.shares),
          price_per_share: weiToNumber(trade.pricePerShare),
          total_usd: weiToNumber(trade.total),
          fee_usd: weiToNumber(trade.fee),
        })),
      );
    },
  },
];
