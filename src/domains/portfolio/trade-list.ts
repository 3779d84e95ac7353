import type { PortfolioTradesArgs } from '../../../generated/graphql/resolvers.ts';
import { createListPaginator } from '../../graphql/connection/index.ts';
import type { Address } from '../../lib/units.ts';
import { parseDtfId } from '../dtf/index.ts';
import type { WalletTrade } from './schema.ts';

/** A trade and the wallet that made it. */
export type WalletTradeParent = WalletTrade & {
  readonly address: Address;
  readonly tradeKey: string;
};

/** Filters, sorts and paginates `Portfolio.trades`. */
export const filterAndPaginateWalletTrades = createListPaginator<
  WalletTradeParent,
  PortfolioTradesArgs
>({
  name: 'trades',
  naturalKey: ({ tradeKey }) => tradeKey,
  orders: {
    TIME: { direction: 'DESC', key: ({ timestamp }) => timestamp },
    TOTAL_USD: { direction: 'DESC', key: (trade) => trade.total_usd },
  },
  defaultOrder: 'TIME',
  filters: {
    dtf: (id) => {
      const itpId = parseDtfId(id, 'filter.dtf');
      return (trade) => trade.itp_id === itpId;
    },
    type: (type) => (trade) => trade.type.toUpperCase() === type,
    from: (from) => (trade) => trade.timestamp >= from,
    to: (to) => (trade) => trade.timestamp <= to,
  },
});
