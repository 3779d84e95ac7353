import type { WalletLendingHistoryArgs } from '../../../generated/graphql/resolvers.ts';
import { createListPaginator } from '../../graphql/connection/index.ts';
import { parseDtfId } from '../dtf/index.ts';
import type { LendingEvent } from './schema.ts';

/** The GraphQL names of event types. */
export const lendingEventGraphQLNames = {
  deposit: 'DEPOSIT',
  withdraw: 'WITHDRAW',
  borrow: 'BORROW',
  repay: 'REPAY',
} as const;

/** Filters, sorts and paginates `WalletLending.history`. */
export const filterAndPaginateLendingEvents = createListPaginator<
  LendingEvent,
  WalletLendingHistoryArgs
>({
  name: 'lendingHistory',
  // A liquidation creates two events in one transaction.
  naturalKey: ({ tx_hash, event_type, itp_id, amount }) =>
    [tx_hash, event_type, itp_id, amount].join(' '),
  orders: { TIME: { direction: 'DESC', key: (event) => event.block_number } },
  defaultOrder: 'TIME',
  filters: {
    dtf: (id) => {
      const itpId = parseDtfId(id, 'filter.dtf');
      return (event) => event.itp_id === itpId;
    },
    types: (types) => (event) => types.includes(lendingEventGraphQLNames[event.event_type]),
    from: (from) => (event) => event.timestamp !== 0 && event.timestamp >= from,
    to: (to) => (event) => event.timestamp !== 0 && event.timestamp <= to,
  },
});
