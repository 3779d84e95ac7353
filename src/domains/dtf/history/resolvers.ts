import type {
  DtfEventType,
  DtfHoldersArgs,
  Resolvers,
} from '../../../../generated/graphql/resolvers.ts';
import {
  createListPaginator,
  createNewestFirstPage,
  parseNewestFirstPage,
} from '../../../graphql/connection/index.ts';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { type Bytes32, weiDigitsToNumber } from '../../../lib/units.ts';
import type { StoredChainEntry } from '../../../upstreams/index.ts';
import { parseWallet } from '../../parse-wallet.ts';
import { navRangeDays } from '../nav-range.ts';
import { parseEntryValue } from './event-source.ts';
import type { DtfHistoryContext, DtfHolderRow } from './loaders.ts';

const listName = 'dtfEvents';
const eventTypes: readonly DtfEventType[] = [
  'CREATED',
  'MINTED',
  'REDEEMED',
  'TRANSFERRED',
  'NAV_SET',
];

const toUsd = (wei: string | undefined) => (wei === undefined ? null : weiDigitsToNumber(wei));

function toEvent(itpId: Bytes32, entry: StoredChainEntry) {
  const { kind, wallet, other, block, logIndex, time, transaction } = entry;
  const { shares, navPerShare, total } = parseEntryValue(entry.value);
  return {
    type: kind as DtfEventType,
    dtf: { itpId },
    blockNumber: block,
    logIndex,
    timestamp: time ?? 0,
    txHash: transaction,
    portfolio: wallet === null ? null : { address: wallet },
    receiver: other === null ? null : { address: other },
    shares: shares ?? null,
    navPerShareUsd: toUsd(navPerShare),
    valueUsd: toUsd(total),
  };
}

const toHolder = ({ address, ...figures }: DtfHolderRow) => ({
  node: { portfolio: { address }, ...figures },
});

/** Sorts and paginates `Dtf.holders`. */
const paginateHolders = createListPaginator<
  DtfHolderRow,
  Omit<DtfHoldersArgs, 'filter'>,
  ReturnType<typeof toHolder>
>({
  name: 'dtfHolders',
  naturalKey: ({ address }) => address,
  orders: { SHARES: { direction: 'DESC', key: ({ shares }) => BigInt(shares) } },
  defaultOrder: 'SHARES',
  filters: {},
  toEdge: toHolder,
});

export const dtfHistoryResolvers = {
  Dtf: {
    createdAt: ({ itpId }, _args, { loaders }) =>
      mapMaybePromise(loaders.dtfHistory.creation(itpId), (created) => created?.time ?? null),
    createdAtBlock: ({ itpId }, _args, { loaders }) =>
      mapMaybePromise(loaders.dtfHistory.creation(itpId), (created) => created?.block ?? null),
    events: ({ itpId }, { filter, ...args }, { loaders }) => {
      const page = parseNewestFirstPage(listName, args);
      const wallet =
        filter?.wallet == null ? undefined : parseWallet(filter.wallet, 'filter.wallet');
      const kinds = eventTypes.filter((type) => filter?.types?.includes(type) ?? true);
      return mapMaybePromise(
        loaders.dtfHistory.events(itpId, { kinds, wallet }, page),
        ({ rows, totalCount }) =>
          createNewestFirstPage(listName, page, {
            rows,
            totalCount,
            positionOf: ({ block, logIndex }) => ({ major: block, minor: logIndex }),
            toNode: (entry) => toEvent(itpId, entry),
          }),
      );
    },
    holders: ({ itpId }, args, { loaders }) =>
      mapMaybePromise(
        loaders.dtfHistory.holders(itpId),
        (found) =>
          found && {
            ...paginateHolders(found.holders, args),
            unattributedShares: found.unattributedShares,
          },
      ),
    holderCount: ({ itpId }, _args, { loaders }) =>
      mapMaybePromise(loaders.dtfHistory.holders(itpId), (found) =>
        found === null ? null : found.holders.length,
      ),
    flows: ({ itpId }, { range }, { loaders }) =>
      loaders.dtfHistory.flows(itpId, navRangeDays[range]),
  },
} satisfies Resolvers<DtfHistoryContext>;
